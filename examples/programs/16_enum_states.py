# import: enum
from enum import Enum, Flag, IntEnum, auto


class State(Enum):
    DRAFT = "draft"
    REVIEW = "in review"
    PUBLISHED = "published"
    ARCHIVED = "archived"

    @property
    def is_final(self):
        return self is State.ARCHIVED

    @classmethod
    def parse(cls, text):
        for member in cls:
            if text.strip().lower() in (member.value, member.name.lower()):
                return member
        raise ValueError(f"{text!r} is not a state; use one of {', '.join(m.value for m in cls)}")


class Event(Enum):
    SUBMIT = auto()
    APPROVE = auto()
    REJECT = auto()
    RETIRE = auto()


class Priority(IntEnum):
    LOW = 10
    NORMAL = 20
    HIGH = 30
    URGENT = HIGH  # an alias


class Permission(Flag):
    READ = auto()
    WRITE = auto()
    ADMIN = auto()
    EDITOR = READ | WRITE


TRANSITIONS = {
    (State.DRAFT, Event.SUBMIT): State.REVIEW,
    (State.REVIEW, Event.APPROVE): State.PUBLISHED,
    (State.REVIEW, Event.REJECT): State.DRAFT,
    (State.PUBLISHED, Event.RETIRE): State.ARCHIVED,
}


def run(events, state=State.DRAFT):
    trail = [state.name]
    for event in events:
        try:
            state = TRANSITIONS[state, event]
        except KeyError:
            trail.append(f"!{event.name}")
            continue
        trail.append(state.name)
        if state.is_final:
            break
    return state, trail


for events in ([Event.SUBMIT, Event.APPROVE, Event.RETIRE, Event.SUBMIT], [Event.APPROVE, Event.SUBMIT, Event.REJECT]):
    final, trail = run(events)
    print(" -> ".join(trail), "| ends in", final)

for text in ("In Review", "ARCHIVED", "gone"):
    try:
        print(repr(State.parse(text)))
    except ValueError as e:
        print("ValueError:", e)

print([f"{e.name}={e.value}" for e in Event], len(State), State["DRAFT"] is State("draft"))
print(sorted([Priority.HIGH, Priority.LOW, Priority.NORMAL]), Priority.URGENT is Priority.HIGH, Priority.LOW + 1)
me = Permission.READ | Permission.ADMIN
print(me, Permission.WRITE in me, Permission.READ in Permission.EDITOR, bool(me & Permission.WRITE), me ^ Permission.ADMIN)
try:
    State("lost")
except ValueError as e:
    print("ValueError:", e)
final_answer(run([Event.SUBMIT, Event.APPROVE])[0].value)
