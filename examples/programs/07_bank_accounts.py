class BankError(Exception):
    """Base of everything that can go wrong at the counter."""


class InsufficientFunds(BankError):
    def __init__(self, account, needed):
        self.account = account
        self.needed = needed
        super().__init__(f"{account.owner} is short of {needed - account.available:.2f}")


class Account:
    _next_number = 1000

    def __init__(self, owner, balance=0.0):
        if balance < 0:
            raise ValueError("opening balance can't be negative")
        self.owner = owner
        self._balance = balance
        self.history = [("open", balance)]
        self.number = Account._next_number
        Account._next_number += 1

    @property
    def available(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f"invalid amount: {amount!r}")
        self._balance += amount
        self.history.append(("deposit", amount))
        return self  # allows chaining

    def withdraw(self, amount):
        if amount > self.available:
            raise InsufficientFunds(self, amount)
        self._balance -= amount
        self.history.append(("withdraw", amount))
        return self

    def __repr__(self):
        return f"{type(self).__name__}(#{self.number}, {self.owner!r}, {self._balance:.2f})"


class Overdraft(Account):
    def __init__(self, owner, balance=0.0, *, limit):
        super().__init__(owner, balance)
        self.limit = limit

    @property
    def available(self):
        return self._balance + self.limit


class Savings(Account):
    rate = 0.015

    def add_interest(self):
        return self.deposit(round(self._balance * self.rate, 2))


def transfer(source, target, amount):
    source.withdraw(amount)
    target.deposit(amount)


ann, bob, cy = Account("Ann", 120), Overdraft("Bob", limit=50), Savings("Cy", 1_000)
ann.deposit(30).withdraw(20.5)
cy.add_interest()
for args in [(ann, bob, 100), (bob, cy, 145), (ann, bob, 40), (cy, ann, -5), (bob, ann, 10)]:
    try:
        transfer(*args)
    except InsufficientFunds as e:
        print("refused:", e, f"(asked {e.needed})")
    except (BankError, ValueError) as e:
        print("error:", type(e).__name__, "-", e)
    else:
        print(f"moved {args[2]:>6.2f} from {args[0].owner} to {args[1].owner}")

print(ann, bob, cy, sep="\n")
print("Ann's history:", ann.history)
print(isinstance(cy, Account), issubclass(Overdraft, Savings), [a.number for a in (ann, bob, cy)])
