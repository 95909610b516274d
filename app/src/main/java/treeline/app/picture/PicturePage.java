package treeline.app.picture;

import treeline.plot.draw.TextMetrics;

/// A self-contained HTML page with one picture, in the reader's light or dark mode, and the command
/// that made it. It has no scripts, and its content security policy allows none.
final class PicturePage {
    private PicturePage() {}

    static String of(String title, String light, String dark, String command) {
        return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%1$s</title>
        <style>
        body { margin: 1rem auto; max-width: 60rem; font: 1rem/1.4 sans-serif; background: #ffffff; color: #1a1d21; }
        .picture { overflow-x: auto; }
        .dark { display: none; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.6rem; border: 1px solid #8a929c; }
        @media (prefers-color-scheme: dark) {
          body { background: #15181c; color: #eceff2; }
          .light { display: none; }
          .dark { display: block; }
        }
        @media print { .light { display: block; } .dark { display: none; } }
        </style>
        </head>
        <body>
        <main>
        <div class="picture light" tabindex="0">
        %2$s</div>
        <div class="picture dark" tabindex="0">
        %3$s</div>
        <p>made by</p>
        <pre>%4$s</pre>
        </main>
        </body>
        </html>
        """
                .formatted(TextMetrics.escaped(title), light, dark, TextMetrics.escaped(command));
    }
}
