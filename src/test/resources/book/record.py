"""Writes what the specification decides in random histories, an event a line: `python3 record.py N FROM`.

Each event has what the rules were given and what came out; the program's rules are given the same and must say the same.
"""
import copy
import json
import sys

import play
from book import UNKNOWN, Book, HAND, colour_says, size_says


def fact(value):
    return "?" if value == UNKNOWN else value and list(value)


def size(e):
    return [e.wanted and list(e.wanted), e.run, e.rank, e.under, e.valued, e.zero_of, sorted(e.jobs), e.hand, fact(e.known),
            e.number, e.bringer, e.doubt.number if e.doubt else 0, fact(e.shown), e.fresh]


def key(k):
    return "/".join(k)


def values(mapping, of=list):
    return {key(k): of(v) for k, v in sorted(mapping.items())}


class Recorder(Book):
    """The book of the specification, which says what it does. Restored copies go on saying it."""
    out, inside, undoing = None, False, None

    def say(self, event, **more):
        more["now"] = self.shop.now
        if Recorder.inside:                      # compared when what it is a part of has ended
            Recorder.out.append(json.dumps({"event": event, **more}))
            return
        before = self.__dict__.setdefault("said", {})
        now = {key(k): size(e) for k, e in self.sizes.items()}
        changed = {k: v for k, v in now.items() if before.get(k) != v}
        self.said = now
        runs = [[r.n, r.rank, r.job, r.send, r.missing, r.undoes, r.state, r.named] for r in self.runs]
        absent = {p: min(n, 2) for p, n in sorted(self.absent.items())}
        Recorder.out.append(json.dumps({"event": event, **more, "runs": runs, "sizes": changed, "absent": absent}))

    def look(self, product):
        if Recorder.undoing is not None and product in Recorder.undoing:
            return Recorder.undoing[product]     # an undo looks once
        seen, real = [], self.shop.list
        self.shop.list = lambda p: seen.append(real(p)) or seen[-1]
        done = super().look(product)
        del self.shop.list
        if done:
            self.say("look", product=product, shown=values(seen[-1]))
        if Recorder.undoing is not None:
            Recorder.undoing[product] = done
        return done

    def listed(self, run):
        listing = self.shop.listing()
        products = {k[0] for k in self.sizes} | {k[0] for k in run.sheet.rows} | {c[0] for c in run.sheet.held}
        self.say("listed", run=run.n, products={p: p in listing for p in sorted(products)})
        super().listed(run)

    def end_job(self, job, to=None):
        done = super().end_job(job, to)
        if done:
            self.say("end job", job=job, runs_of=to or f"{job} until {len(self.runs)}", moves=bool(to))
        return done

    def name(self, run, left):
        Recorder.inside = True
        super().name(run, left)
        Recorder.inside = False
        sheet = run.sheet
        self.say("name", run=run.n, rows=values(sheet.rows), held=[key(c) for c in sorted(sheet.held)], unread=sorted(sheet.unread),
                 blind=sheet.blind, left=sorted(left), unlisted=sorted(run.unlisted), told=sorted(key(k) for k, v in run.told.items() if v.startswith("missing")))

    def plan(self, run):
        left = super().plan(run)
        if run.send == "new":
            judged = set(self.judged(run))       # decided by a run that this one corrects
            self.say("plan", products=sorted(self.products(run) - judged), left=sorted(left - judged))
        return left

    def to_send(self, run):
        found = super().to_send(run)
        sent = [key(q.colour) for q in run.requests if q.state in ("doubt", "accepted", "sent", "refused")]
        if run.state == "named":
            self.say("to send", run=run.n, gone=sent, judged=sorted(self.judged(run)), colours={key(c): values(v) for c, v in found})
        return found

    def request(self, run, colour, sent):
        q = super().request(run, colour, sent)
        self.say("request", number=q.number, run=run.n, colour=key(colour), values=values(sent), before=values(q.before, fact),
                 ended=q.at + 2, recent=sorted(key(k) for k in q.recent))
        return q

    def verdict(self, q, state):
        super().verdict(q, state)
        self.say("verdict", number=q.number, run=q.run, state=state)

    def forget(self, requests):
        for q in list(requests):
            super().forget([q])
            self.say("forget", number=q.number, run=q.run)

    def report(self, run):
        super().report(run)
        self.say("report", sizes_asked=[key(k) for k in run.sheet.rows])

    def undo(self, run):
        first, last = {}, {}
        for q in run.requests:
            for k in q.values:
                if q.state in ("accepted", "sent", "doubt"):
                    first.setdefault(k, q.before[k])
                    last[k] = q
        Recorder.inside, Recorder.undoing = True, {}
        undo = super().undo(run)
        Recorder.inside, looked, Recorder.undoing = False, Recorder.undoing, None
        if undo:
            done = {key(k): [fact(first[k]), list(q.values[k]), q.state == "doubt", looked[k[0]]] for k, q in last.items()}
            self.say("undo", run=run.n, undo=undo.n, done=done, kept=sorted(key(k) for k in undo.told))
        return undo

    def __deepcopy__(self, memo):
        Recorder.out.append(json.dumps({"event": "backup"}))
        twin = memo[id(self)] = Recorder.__new__(Recorder)
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return twin

    def restored(self):
        Recorder.out.append(json.dumps({"event": "restore"}))
        super().restored()
        self.say("restored")


def doubt_tables():
    stocks = [(p, c) for p in (0, 3, 5, 8) for c in (None, "a", "b")]
    facts = stocks + [None, UNKNOWN]
    for b in facts:
        for s in stocks:
            for x in stocks + [None]:
                yield {"event": "size says", "before": fact(b), "sent": list(s), "shown": fact(x), "says": size_says(b, s, x)}
    words = ["arrived", "not arrived", "stands", "nothing"]
    for n in range(1, 16):
        some = [w for i, w in enumerate(words) if n >> i & 1]
        for stranger in (False, True):
            for over in (False, True):
                for past in (False, True):
                    says = colour_says(some, stranger, over)
                    says = "wait" if says == "sent" and past and not over else says
                    yield {"event": "colour says", "words": some, "stranger": stranger, "over": over, "past": past, "says": says}


def main():
    n, start = (int(a) for a in sys.argv[1:3])
    play.Book = Recorder
    for line in doubt_tables():
        print(json.dumps(line))
    for seed in range(start, start + n):
        Recorder.out = [json.dumps({"event": "history", "seed": seed, "hand": HAND})]
        try:
            play.Play(seed).history()
        except play.Broken as broken:            # what was decided until then is compared all the same
            print(f"the specification breaks its own promise, seed {seed}: {broken}", file=sys.stderr)
            Recorder.inside, Recorder.undoing = False, None
        print("\n".join(Recorder.out))


if __name__ == "__main__":
    main()
