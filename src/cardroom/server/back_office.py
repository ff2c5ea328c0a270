"""The operator's side of a room: every desk of the office, made together with the room."""

from typing import NamedTuple, Protocol

import msgspec

from cardroom.office.bank import Bank
from cardroom.office.bookings import BookingDesk, BookingStore, Limits
from cardroom.office.casework import Casework
from cardroom.office.entrance.applications import ApplicationStore
from cardroom.office.entrance.house_settings import SettingsDesk, SettingStore
from cardroom.office.entrance.invitations import InvitationStore
from cardroom.office.excluding import BanzaiDoor, ExclusionStore
from cardroom.office.help_desk import HelpDesk, HelpStore
from cardroom.office.orders import OrderDesk
from cardroom.office.ports import AccountStore, OrderStore, SuspenseBook
from cardroom.office.reseating import Reseating
from cardroom.office.review.alerts import AlertStore
from cardroom.office.review.chains import MoneyTrail
from cardroom.office.review.desk import CaseFilesWithTimes, HandResults
from cardroom.office.review.entry_watch import EntryWatch
from cardroom.office.review.house_review import BulkReader
from cardroom.office.review.signals import SignalStore, SignalWatch
from cardroom.office.stacks import StackDesk
from cardroom.office.suspending import SuspenseDesk
from cardroom.office.tickets import TicketDesk
from cardroom.office.voiding import Voiding
from cardroom.room.acceptance import AcceptanceStore, RulesDesk
from cardroom.room.noticeboard import Noticeboard, NoticeStore
from cardroom.room.ports import CaseBook, HandLibrary, HandRecords
from cardroom.room.room import Room
from cardroom.rulebook import Edition
from cardroom.server.cashiering import CashierWindow
from cardroom.server.config.options import Config
from cardroom.server.config.reading import settings_of_house
from cardroom.server.fair_keys import signal_key
from cardroom.server.people.reception import ReceptionPorts
from cardroom.server.player_desks import OwnSubjects, TournamentBook
from cardroom.server.review_wiring import ReviewParts, review_desk


class RoomBook(SuspenseBook, HandRecords, Protocol):
    """What the store keeps of the tables: suspense, and the records of hands."""


class CaseStore(CaseFilesWithTimes, CaseBook, Protocol):
    """Cases with their files, and the log of what staff did."""


class OfficeStores(NamedTuple):
    """What the store keeps for the office."""

    accounts: AccountStore
    cases: CaseStore
    rooms: RoomBook
    tournaments: TournamentBook
    library: HandLibrary
    exclusions: ExclusionStore
    orders: OrderStore
    bookings: BookingStore
    notices: NoticeStore
    acceptances: AcceptanceStore
    help_requests: HelpStore
    settings: SettingStore
    invitations: InvitationStore
    applications: ApplicationStore
    signals: SignalStore
    alerts: AlertStore
    hands: BulkReader
    results: HandResults
    trail: MoneyTrail


class BackOffice:
    """The desks where staff and players are served beside the tables."""

    def __init__(
        self, config: Config, rules: Edition, room: Room, bank: Bank, stores: OfficeStores
    ) -> None:
        assert rules.cash is not None
        self._config = config
        self._stores = stores
        self._clock = room.services.clock
        switchboard, currency = room.services.switchboard, config.room.currency
        accounts, cases, clock = stores.accounts, stores.cases, self._clock
        self.noticeboard = Noticeboard(stores.notices, switchboard, clock)
        self.rules_desk = RulesDesk(stores.acceptances, clock, rules)
        self.voiding = Voiding(room, stores.rooms, accounts, cases)
        self.reseating = Reseating(room, accounts, cases)
        self.banzai = BanzaiDoor(room, stores.exclusions, accounts)
        self.tickets = TicketDesk(
            stores.tournaments, accounts, cases, clock=clock, currency=currency
        )
        self.suspense = SuspenseDesk(
            bank=bank,
            book=stores.rooms,
            accounts=accounts,
            cases=cases,
            clock=clock,
            rules=rules.cash.crash,
            currency=currency,
        )
        self.casework = Casework(
            cases,
            bank,
            StackDesk(room),
            accounts,
            clock,
            rules=rules.cash.conduct,
            currency=currency,
            two_people=config.integrity.two_people,
        )
        self.orders = OrderDesk(
            stores.orders,
            bank,
            switchboard,
            clock,
            currency=currency,
            smallest=config.cashier.smallest,
            largest=config.cashier.largest,
        )
        self.bookings = BookingDesk(
            stores.bookings,
            bank,
            self.orders,
            accounts,
            cases,
            clock=clock,
            limits=Limits(*msgspec.structs.astuple(config.bookings)),
        )
        subjects = OwnSubjects(stores.library, stores.orders, bank, stores.tournaments)
        self.help_desk = HelpDesk(stores.help_requests, subjects, accounts, self.noticeboard, clock)
        self.signals = self._watch_signals()
        self.orders.signals = self.signals
        self.review = review_desk(
            ReviewParts(
                stores.alerts,
                stores.hands,
                stores.results,
                stores.trail,
                config.integrity,
                accounts,
                cases,
                self.casework,
                bank,
                self.banzai,
                self.noticeboard,
                clock,
                self.signals,
            ),
            rules=rules.cash.conduct,
            currency=currency,
        )
        settings = SettingsDesk(
            stores.settings,
            cases,
            clock,
            settings_of_house(config),
            is_play_money=config.is_play_money,
        )
        self.reception = ReceptionPorts(settings, stores.invitations, stores.applications)

    def _watch_signals(self) -> SignalWatch | None:
        """What is noted about addresses, browsers and payers, if the operator wants it."""
        if not self._config.integrity.signals:
            return None
        return SignalWatch(self._stores.signals, self._clock, signal_key(self._config))

    @property
    def entry_watch(self) -> EntryWatch | None:
        """Who looks for one person with several entries, where signals are kept (TRN-11)."""
        if self.signals is None:
            return None
        stores = self._stores
        return EntryWatch(self.signals, stores.alerts, stores.cases, stores.accounts, self._clock)

    @property
    def window(self) -> CashierWindow | None:
        """Where players order money and the cashier calls back, if there is one."""
        cashier = self._config.cashier
        return CashierWindow(self.orders, cashier.secrets) if cashier.url else None
