import CareModels
import Foundation

/// Providers, when they are free, and appointments.
public struct Scheduling: Sendable {
    let core: Core

    /// Somebody with whom one can book.
    public struct Provider: Codable, Equatable, Identifiable, Sendable {
        /// Their account's.
        public var id: UserID
        /// Before the name: `Dr.`
        public var title: String?
        /// As they gave it.
        public var fullName: String?
        /// As the provider wrote it; the main one of several.
        public var specialty: String?
        /// SNOMED CT's, where the platform knows the specialty.
        public var specialtyCode: String?
        /// All that they practise, the main one first.
        public var specialties: [Specialty]?
        /// Where they practise, as they call it.
        public var practice: String?
        /// BCP 47 tags, best first.
        public var languages: [String]?
        /// IANA name of where they practise.
        public var timeZone: String?

        /// What somebody practises.
        public struct Specialty: Codable, Equatable, Sendable {
            /// As the provider wrote it.
            public var name: String
            /// SNOMED CT's, where the platform knows the specialty.
            public var code: String?
        }
    }

    /// A time at which somebody can be booked.
    public struct Slot: Codable, Hashable, Sendable {
        /// With whom.
        public var providerId: UserID
        /// When the visit begins.
        public var startTime: Date
        /// When it ends.
        public var endTime: Date
        /// Where the visit takes place: show it on those clocks.
        public var timeZone: String
    }

    /// A visit, as its patient or its provider sees it.
    public struct Appointment: Codable, Equatable, Identifiable, Sendable {
        /// How far an appointment has come.
        public enum Status: String, Codable, Sendable {
            /// Kept free for somebody who has yet to confirm it.
            case held
            /// It is to take place.
            case booked
            /// By either of them, or for the patient by the front desk.
            case cancelled
            /// It has taken place.
            case completed
            /// The patient did not come.
            case noShow = "no-show"
            /// Of a later version of the platform.
            case unknown

            public init(from decoder: any Decoder) throws { self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown }
        }

        /// By which it is moved and cancelled.
        public var id: AppointmentID
        /// From 1 on, one more with each change: `move` is of this one.
        public var version: Int
        /// How far it has come.
        public var status: Status
        /// What it is for, in a few words.
        public var title: String
        /// What it is for, 2000 characters at most.
        public var description: String?
        /// When it begins.
        public var startTime: Date
        /// When it ends.
        public var endTime: Date
        /// IANA name of where it takes place: show it on those clocks.
        public var timeZone: String
        /// Whose it is.
        public var patientId: UserID
        /// With whom it is.
        public var providerId: UserID
        /// Nil of who gave none, or was erased.
        public var patientName: String?
        /// Nil of who gave none, or was erased.
        public var providerName: String?
    }

    /// From an instant until before another.
    public struct Span: Hashable, Sendable {
        /// The first instant.
        public var from: Date
        /// The first that is no longer in it.
        public var to: Date
        /// Of one that begins now, whenever that is.
        var days: Int?
        /// By whichever clock the client has.
        var isByItsClock = false

        /// For ``Scheduling/slots(of:in:)`` 31 days at most.
        public init(from: Date, to: Date) {
            self.from = from
            self.to = to
        }

        /// From now on, by the client's clock unless another now is given. It is rounded to the minute, so that those who watch the same at the same time share
        /// it.
        public static func next(days: Int, from now: Date? = nil) -> Span {
            let start = Date(timeIntervalSince1970: ((now ?? Date()).timeIntervalSince1970 / 60).rounded(.down) * 60)
            var span = Span(from: start, to: start.addingTimeInterval(TimeInterval(days) * 86_400))
            (span.days, span.isByItsClock) = (days, now == nil)
            return span
        }
    }

    // MARK: Watching

    /// One's own, as a patient or as a provider: upcoming ones soonest first, past ones latest first. Throws ``CareError/loggedOut`` when nobody is logged in,
    /// and ``CareError/unsupportedVersion`` where nobody may be.
    public func appointments(_ when: When = .upcoming) throws -> Watch<Listed<Appointment>> {
        let user = try core.api.session.knownUser()
        // Upcoming ones come soonest first.
        let sign = when == .upcoming ? -1 : 1
        return core.lists.watch(
            PagedList<Appointment>(
                collection: "\(Self.appointments)\(when.rawValue)", key: { $0.id.description }, position: { sign * $0.startTime.milliseconds },
                call: .get("/users/\(user)/appointments", ["when": when.rawValue])))
    }

    /// Which appointments, by now.
    public enum When: String, Sendable {
        /// Not over yet, and not cancelled.
        case upcoming
        /// Those that are over.
        case past
    }

    /// When a provider is free. A slot that is shown can be gone a moment later: booking decides. What was shown of the `.next` days is there at once the next
    /// time, but for what has begun since; the days begin anew with each load.
    public func slots(of provider: UserID, in span: Span) -> Watch<Listed<Slot>> {
        let clock = core.api.clock
        let days = span.days.flatMap { span.isByItsClock || abs(span.from.timeIntervalSince(clock.now())) < 120 ? $0 : nil }
        let now: @Sendable () -> Span = { days.map { .next(days: $0, from: clock.now()) } ?? span }
        let list = PagedList<FreeTime>(
            collection: Self.slots + "\(provider)/" + (days.map { "next/\($0)" } ?? "\(RFC3339.format(span.from))/\(RFC3339.format(span.to))"),
            key: { RFC3339.format($0.startTime) }, position: { -$0.startTime.milliseconds },
            request: { cursor in
                let (span, limit) = (now(), String(PagedList<FreeTime>.pageSize))
                return .get(
                    "/providers/\(provider)/slots", ["from": RFC3339.format(span.from), "to": RFC3339.format(span.to), "limit": limit, "after": cursor])
            }, read: { try Wire.decode(Page<FreeTime>.self, from: $0.body) })
        return core.lists.watch(list) { _, times in
            let span = now()
            return times.filter { span.from <= $0.startTime && $0.startTime < span.to }
                .map { Slot(providerId: provider, startTime: $0.startTime, endTime: $0.endTime, timeZone: $0.timeZone) }
        }
    }

    // MARK: Looking for somebody

    /// Those that can be booked: who have, for each word, a word of their name that begins so, and the specialty, be it one of several, by its code or in words; or all. As the server
    /// has them now.
    public func providers(named name: String? = nil, specialty: String? = nil, limit: Int = 50) async throws -> [Provider] {
        let call = Call.get("/providers", ["q": name, "specialty": specialty, "limit": String(limit)])
        return try await caring { try await core.api.fetch(Page<Provider>.self, call).items }
    }

    // MARK: Booking

    /// Books the slot, once: an answer that gets lost is asked for again under the same key. Who tries again after an error passes the same key too, and
    /// gets the appointment that the first attempt made. When somebody was faster it is refused as `slot-taken`.
    public func book(_ slot: Slot, title: String, description: String? = nil, key: UUID = .v7()) async throws -> Appointment {
        let call = try Self.booking(slot, title: title, description: description, key: key)
        return try await changed { try await core.api.fetch(Appointment.self, call, patience: .attempts(5)) }
    }

    /// Moves it to another time, as long as nobody has changed it since it was read: else it is refused (412). When somebody else has that time it is refused as
    /// `slot-taken`.
    public func move(_ appointment: Appointment, to slot: Slot) async throws -> Appointment {
        var call = try Self.moving(appointment.id, to: slot)
        call.ifMatch = "\"\(appointment.version)\""
        let sent = call
        // The first attempt may have been done: the second would meet its version.
        return try await changed { try await core.api.fetch(Appointment.self, sent, patience: .once) }
    }

    /// Cancels it, with a reason of 500 characters at most for the other party. Twice does no harm.
    @discardableResult
    public func cancel(_ appointment: AppointmentID, because reason: String? = nil) async throws -> Appointment {
        let call = try Self.cancelling(appointment, reason)
        return try await changed { try await core.api.fetch(Appointment.self, call) }
    }

    private func changed(_ work: () async throws -> Appointment) async throws -> Appointment {
        try await core.changing(Self.appointments, Self.slots, work: work)
    }

    // MARK: As soon as there is a network

    /// Kept on the device and asked for as soon as can be, once, and after what was asked before. Whether the slot is still free is known only then: who
    /// waits for the answer uses `book`.
    @discardableResult
    public func ask(_ wish: Wish) async throws -> Wished {
        let (id, now) = (UUID.v7(at: core.api.clock.now()), core.api.clock.now())
        let item = OutboxItem(id: id, call: try wish.call(key: id), shown: try Wire.encode(wish), createdAt: now)
        try await caring { try await core.outbox.add(item, lane: Self.lane) }
        return Wished(id: id, wish: wish, givenAt: now, delivery: .toBeSent)
    }

    /// What was asked for and is not done yet, or was refused; in order.
    public func wishes() -> Watch<[Wished]> { core.waiting(in: Self.lane) { Wished($0) } }

    /// Asks once more for what was refused.
    public func retry(_ wished: Wished) async throws { try await caring { try await core.outbox.retry(wished.id, lane: Self.lane) } }

    /// Takes it back. False when it is on its way, or was done.
    public func withdraw(_ wished: Wished) async throws -> Bool { try await caring { try await core.outbox.cancel(wished.id, lane: Self.lane) } }

    static let lane = "booking/all"

    /// How wishes are sent. An attempt of more than a day ago may have booked, and by its key nobody knows that any more: then the refusal is by one's own appointment.
    static func sending(_ api: API, _ watchers: Watchers) -> Outbox.Kind {
        Outbox.Kind(
            settle: { _, reply in
                _ = try Wire.decode(Appointment.self, from: reply.body)
                for prefix in [appointments, slots] { await watchers.tell(.outdated, about: prefix) }
                return nil
            },
            answer: { item, problem in
                guard problem.status == 409, case .book(let slot, let title, _) = Wish(item), let user = api.session.userID else { return nil }
                let (from, to) = (RFC3339.format(slot.startTime), RFC3339.format(slot.endTime))
                do {
                    let own = try await api.fetch(Page<Appointment>.self, .get("/users/\(user)/appointments", ["from": from, "to": to]), patience: .once).items
                    return try own.first { $0.status == .booked && $0.title == title && slot.isTaken(by: $0) }.map {
                        HTTPReply(status: 200, body: try Wire.encode($0))
                    }
                } catch CareError.refused {
                    // Who may not read them hears the first refusal.
                    return nil
                }
            })
    }

    static let appointments = "appointments/"
    static let slots = "slots/"

    private struct FreeTime: Codable, Sendable {
        var startTime: Date
        var endTime: Date
        var timeZone: String
    }
}
