package org.rapaio.jupyter.kernel.channels;

import java.util.concurrent.CountDownLatch;

/// Replaces the kernel's own class of this name (rapaio-jupyter-kernel 3.0.1), which has two races:
/// a thread that runs before `start` returns ends at once, and one that reads a message before all
/// channels are connected dies of it. Either way one start in ten never answered Jupyter.
/// `treeline.notebook.Kernel` defines this class before the kernel is loaded, so that the order of
/// the class path does not matter.
///
/// Remove it when a release of the kernel has neither race; `KernelTest` starts one.
public final class LoopThread extends Thread {
    private static final CountDownLatch CONNECTED = new CountDownLatch(1);

    private final long sleepMillis;
    private final Runnable body;
    private volatile boolean running = true;

    /// Does something again and again, with a pause after each time.
    public LoopThread(String name, long sleepMillis, Runnable body) {
        super(name);
        this.sleepMillis = sleepMillis;
        this.body = body;
    }

    /// From now on messages can be handled.
    public static void connected() {
        CONNECTED.countDown();
    }

    @Override
    public void run() {
        try {
            CONNECTED.await();
            while (running) {
                body.run();
                Thread.sleep(sleepMillis);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends after what it does at present.
    public void shutdown() {
        running = false;
    }
}
