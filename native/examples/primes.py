"""Counts primes on two threads. Run: PYTHONPATH=../python python3 primes.py"""

import threading

import treeline

treeline.label("tag")
treeline.metric("numbers")
treeline.start("primes-recording")


@treeline.recorded
def primes(first, last):
    return [n for n in range(first, last) if n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))]


def work(path, first):
    with treeline.below(path):
        found.append(len(primes(first, first + 500)))


found = []
with treeline.event("main"):
    for block in treeline.loop("block", range(4)):
        with treeline.event("search") as search:
            search.put("tag", "COMP")
            search.add("numbers", 500)
            found.append(len(primes(500 * block, 500 * (block + 1))))
    thread = threading.Thread(target=work, args=(treeline.here(), 2000))
    thread.start()
    thread.join()
print(sum(found), "primes")
