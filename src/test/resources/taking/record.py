"""Writes what the specification decides, an event a line: `python3 record.py N FROM` plays random histories, `python3 record.py
cases` the named cases. Each event has what the rules were given and what came out; the program's rules are given the same.
"""
import copy
import json
import sys

import cases
import play
import taking


def order(of):
    return [*of[:2], None] if of[2] == taking.LAST else [*of[:3]]


def found(of):
    return [of.path, of.size, of.time]


def sheet(of):
    return [*found(of.found), of.content, of.order[1], of.turn]


class Recorder(taking.Job):
    """The job of the specification, which says what it does. Copies of it (backups) go on saying it."""
    out, ids = [], 0

    def number(self):
        if "id" not in self.__dict__:
            Recorder.ids += 1
            self.id, self.said = Recorder.ids, {}
            Recorder.out.append(json.dumps({"event": "job", "id": self.id, "newest": self.newest_only}))
        return self.id

    def state(self):
        entered = [self.of(run) for run in self.runs if run.state == "entered"]
        newest = None if entered else self.newest()
        now = {
            "clock": self.clock,
            "entered": entered,
            "mark": newest and [newest.path, newest.content, order(newest.order), newest.seen, newest.state],
            "told": len(self.told),
            "seen": {path: [*found(f), at] for path, (f, at) in self.seen.items()},
            "paths": {path: [*found(row.found), row.content, row.fate, row.turn] for path, row in self.paths.items()},
            "had": {content: {str(time): at for time, at in times.items()} for content, times in self.had.items()}}
        changed = {key: value if not isinstance(value, dict) else
                   {k: v for k, v in value.items() if self.said.get(key, {}).get(k) != v} for key, value in now.items()}
        self.said = copy.deepcopy(now)
        return changed

    def say(self, event, **more):
        Recorder.out.append(json.dumps({"event": event, "id": self.number(), **more, **self.state()}))

    @staticmethod
    def of(run):
        if "n" not in run.__dict__:
            Recorder.ids += 1
            run.n = Recorder.ids
        return run.n

    def look(self, files, now):
        files, before = list(files), len(self.told)
        unfinished = [[run.path, run.content] for run in self.runs if not run.ended]
        self.number()
        super().look(files, now)
        self.say("look", files=[found(f) for f in files], now=now, unfinished=unfinished, tells=self.told[before:])

    def sheet(self, file, content):
        made = super().sheet(file, content)
        self.say("sheet", file=found(file), content=content, sheet=sheet(made), order=order(made.order))
        return made

    def next(self, sheets):
        if self.__dict__.get("inside"):
            return super().next(sheets)
        before, self.inside = len(self.told), True
        run = super().next(sheets)
        self.inside = False
        self.say("next", sheets=[sheet(s) for s in sheets], run=run and self.of(run), tells=self.told[before:])
        return run

    def read(self, run, usable):
        before = len(self.told)
        super().read(run, usable)
        self.say("read", run=self.of(run), usable=usable, tells=self.told[before:])

    def by_hand(self, file, content):
        run = super().by_hand(file, content)
        self.say("by hand", file=found(file), content=content, run=self.of(run))
        return run

    def place(self, file, content):
        place, row = super().place(file, content), self.paths.get(file.path)
        end = "ended" if not row or not row.run else "unusable" if row.run.state == "unusable" else "ended" if row.run.ended else "open"
        self.say("place", file=found(file), content=content, end=end, place=place)
        return place

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "was_restored" and value:
            Recorder.out.append(json.dumps({"event": "restore", "id": self.number()}))

    def __deepcopy__(self, memo):
        twin = memo[id(self)] = Recorder.__new__(Recorder)
        mine = self.number()
        twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        Recorder.ids += 1
        twin.id = Recorder.ids
        Recorder.out.append(json.dumps({"event": "copy", "id": mine, "to": twin.id}))
        return twin


def flush():
    print("\n".join(Recorder.out))
    Recorder.out = []


def main():
    if sys.argv[1] == "cases":
        cases.Job = Recorder
        for name, (function, expected) in cases.CASES.items():
            Recorder.out.append(json.dumps({"event": "history", "seed": name}))
            if function() != expected:
                raise SystemExit(f"{name} does not hold")
            flush()
        return
    n, start = (int(a) for a in sys.argv[1:3])
    for seed in range(start, start + n):
        Recorder.out.append(json.dumps({"event": "history", "seed": seed}))
        try:
            play.World(seed, Recorder).play()
        except play.Broken as broken:            # what was decided until then is compared all the same
            print(f"the specification breaks its own promise, seed {seed}: {broken}", file=sys.stderr)
        flush()


if __name__ == "__main__":
    main()
