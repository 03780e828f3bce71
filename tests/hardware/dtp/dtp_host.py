"""A host at the end of a line, with its time and all that it said."""

from dtp_kit import bodies, frames

from hardware.dtp.link import Link, NewRoll
from hardware.simulators.tray_end import from_host

EPOCH, OTHER = "1a2b3c4d", "5e6f7081"


class Host:
    """A link with its time and all that it said."""

    def __init__(self, known=None, *, history=False):
        self.link = Link({} if known is None else known, history=history)
        self.now = 100.0
        self.events, self.said = [], []
        self._took(self.link.opened(self.now))
        self.said.clear()

    def _took(self, step):
        self.link = step.link
        self.events += step.events
        said = bodies(step.send)
        for body in said:
            from_host(body)  # the host keeps to its own grammar
        self.said += said
        return step.events

    def hears(self, *said, after=0.0):
        self.now += after
        return self._took(self.link.hear(frames(*said), self.now))

    def waits(self, seconds):
        """Let time pass in small steps; return what was sent, with when."""
        sent, begun = [], self.now
        while self.now < begun + seconds - 1e-9:
            self.now += 0.25
            step = self.link.tick(self.now)
            self.link = step.link
            self.events += step.events
            sent += [(self.now - begun, body) for body in bodies(step.send)]
        return sent

    def keeps(self, seq, epoch=EPOCH):
        self._took(self.link.kept(epoch, seq))

    def reopens(self):
        self._took(self.link.opened(self.now))

    def says(self):
        """What was said since the last time that this was asked."""
        said, self.said = self.said, []
        return said

    @property
    def rolls(self):
        return [event.roll.seq for event in self.events if isinstance(event, NewRoll)]

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


def hello(first, last, serial="T1", epoch=EPOCH):
    return f"HELLO,1,{serial},{epoch},{first},{last}"


def roll(seq, face=7, epoch=EPOCH):
    return f"ROLL,{epoch},{seq},0,d10={face}"


def met(first=1, last=0, **kwargs):
    host = Host(**kwargs)
    host.hears(hello(first, last))
    host.says()
    return host
