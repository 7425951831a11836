import CareModels
import Foundation

extension Records {
    /// A change, or a deletion, that is done as soon as there is a network.
    public struct Change: Equatable, Identifiable, Sendable {
        /// What is to be done about a record.
        public enum Wish: Codable, Equatable, Sendable {
            /// The resource in place of what it holds. Annotations stay unless others are given.
            case update(FhirResource, annotations: [String]? = nil)
            /// It is deleted; the versions before can still be read by its person.
            case delete
        }

        /// This device's name for it.
        public var id: UUID
        /// Of the record's resource.
        public var type: String
        /// Nil while the record itself is not stored.
        public var recordID: String?
        /// What is to be done.
        public var wish: Wish
        /// When the app gave it.
        public var givenAt: Date
        /// How far it has come; of what was refused, why.
        public var delivery: Delivery
    }

    /// Kept on the device and done as soon as can be, once, after what was given before about the same record, and as long as nobody else has changed it since
    /// `record` was read: else it stays as refused (`conflict`, 412) until `retry`, with what the server has now, or `cancel`. What was given after it waits.
    @discardableResult
    public func change(_ record: FhirRecord, _ wish: Change.Wish) async throws -> Change {
        try await give(KeptChange(release: release, type: record.type, recordID: record.id, version: record.version, wish: wish), awaiting: nil)
    }

    /// The same of what was added, whether it is stored yet or not.
    @discardableResult
    public func change(_ added: Added, _ wish: Change.Wish) async throws -> Change {
        if case .update(let resource, _) = wish, resource.id != nil || resource.type != added.resource.type {
            throw CareError.unreadable("another record's resource")
        }
        return try await give(KeptChange(release: release, type: added.resource.type, wish: wish), awaiting: added.id)
    }

    /// What was asked for and is not done yet, in order; of this release.
    public func changes() -> Watch<[Change]> { core.waiting(in: lane) { Change($0) } }

    /// Tries once more what was refused: over `newer`, as the server has it now, or over what it was made of.
    public func retry(_ change: Change, over newer: FhirRecord? = nil) async throws {
        try await caring {
            guard let newer else { return try await core.outbox.retry(change.id, lane: lane) }
            let cache = core.cache
            try await core.outbox.retry(change.id, lane: lane) { item in
                guard let kept = KeptChange(item), kept.recordID == newer.id, kept.type == newer.type else { return nil }
                return try kept.of(newer.id, newer.version).map { (try $0.put(in: item), cache.blinded($0.path)) }
            }
        }
    }

    /// Takes it back. False when it is on its way, or was done. What was given after it goes on by itself.
    public func cancel(_ change: Change) async throws -> Bool { try await caring { try await core.outbox.cancel(change.id, lane: lane) } }

    private func give(_ kept: KeptChange, awaiting added: UUID?) async throws -> Change {
        let now = core.api.clock.now()
        let item = OutboxItem(id: UUID.v7(at: now), call: kept.call, createdAt: now)
        let done = try await caring {
            if let added {
                var item = item
                item.awaits = added
                if try await core.outbox.add(awaiting: kept.put(in: item), lane: lane) { return kept }
            }
            // Else it was stored since, in this run.
            let known = added.map { core.stored.find($0).flatMap { kept.of($0.id, $0.version) } } ?? kept.of(kept.recordID ?? "", kept.version ?? 0)
            guard let known else {
                if added == nil { throw CareError.unreadable("another record's resource") }
                throw CareError.refused(Problem(name: "not-found", status: 404, title: ""))
            }
            try await core.outbox.add(known.put(in: item), lane: lane, about: core.cache.blinded(known.path))
            return known
        }
        return Change(id: item.id, type: done.type, recordID: done.recordID, wish: done.wish, givenAt: now, delivery: .toBeSent)
    }
}

// MARK: - Inside

extension Records {
    /// How what is kept of records is sent, in order.
    static func sending(_ api: API, _ watchers: Watchers, _ stored: StoredRecords, _ sealer: Sealer) -> Outbox.Kind {
        Outbox.Kind(
            settle: { item, reply in
                if item.call.method != "DELETE" {
                    let record = try FhirRecord(reply)
                    if KeptChange(item) == nil { stored.note(item.id, (record.id, record.version)) }
                }
                await watchers.tell(.outdated, about: collections)
                return nil
            },
            amend: { done, reply, later in
                guard let record = try? FhirRecord(reply),
                    let changed = KeptChange(later)?.after(done, record, awaiting: later.awaits)
                else { return nil }
                var item = try changed.put(in: later)
                item.awaits = nil
                return AmendedItem(item: item, subject: sealer.blinded(changed.path))
            },
            answer: { item, problem in
                guard problem.status == 412, let kept = KeptChange(item), case .update = kept.wish else { return nil }
                // What an attempt whose answer was lost has made meets the next one.
                do {
                    let reply = try await api.attempt(reading(kept.path))
                    return try kept.isDone(by: FhirRecord(reply)) ? reply : nil
                } catch CareError.refused {
                    // It is there no more.
                    return nil
                }
            }, earlier: { item in try await storedEarlier(item, api) })
    }

    /// Of something that was added long ago: a record that says the same, and was stored since.
    private static func storedEarlier(_ item: OutboxItem, _ api: API) async throws -> HTTPReply? {
        guard item.call.method == "POST", let shown = item.shown, let kept = try? Wire.decode(Kept.self, from: shown) else { return nil }
        // This device's clock may be ahead of the server's: an hour is forgiven. Where it was more when this was given, a day was.
        let (now, given) = (api.clock.now(), item.createdAt)
        let earliest = (given > now ? now.addingTimeInterval(-86_400) : given).addingTimeInterval(-3600)
        let since = FhirSearch(kept.resource.type).where("_created", "ge\(RFC3339.format(earliest))")
        do {
            let found = try FhirBundle(await api.attempt(asking(item.call.path + "/_search", since.form([("_count", "200")])))).found()
            return try found.first { try kept.isStored(as: $0) }.map { record in
                HTTPReply(status: 200, headers: ["Care-Annotations": FhirAnnotations.header(record.annotations)], body: record.resource.json)
            }
        } catch CareError.refused(let problem) where !CareError.refused(problem).isWorthRetrying {
            // Who may not look, or of what nothing is found so: under its key, as ever.
            return nil
        }
    }
}

/// A change as it is kept.
struct KeptChange: Codable, Equatable, Sendable {
    var release: FhirRelease
    var type: String
    /// Nil until what it awaits is stored.
    var recordID: String?
    /// That it is of.
    var version: Int?
    var wish: Records.Change.Wish
}

extension KeptChange {
    /// In a member of its own, so that what was added is something else.
    private struct Wrapped: Codable { var change: KeptChange }

    init?(_ item: OutboxItem) {
        guard let shown = item.shown, let kept = try? Wire.decode(Wrapped.self, from: shown).change else { return nil }
        self = kept
    }

    var path: String { release.path(type, recordID ?? "") }

    var call: Call {
        switch wish {
        case .update(let resource, let annotations): Records.updating(path, version, resource, annotations)
        case .delete: Records.deleting(path, version)
        }
    }

    /// `item` with what is to be sent, and what is shown meanwhile.
    func put(in item: OutboxItem) throws -> OutboxItem {
        var item = item
        (item.call, item.shown) = (call, try Wire.encode(Wrapped(change: self)))
        return item
    }

    /// The same of a record and a version of it; nil where the resource is another's.
    func of(_ id: String, _ version: Int) -> KeptChange? {
        var changed = self
        (changed.recordID, changed.version) = (id, version)
        if case .update(let resource, let annotations) = wish {
            guard let named = try? resource.named(id, of: type) else { return nil }
            changed.wish = .update(named, annotations: annotations)
        }
        return changed
    }

    /// What becomes of it now that `done`, which was given before it about the same, has made of the record what it is; nil where that is nothing to it: who
    /// has read a version since means that one.
    func after(_ done: OutboxItem, _ record: FhirRecord, awaiting: UUID?) -> KeptChange? {
        if awaiting == done.id { return of(record.id, record.version) }
        guard let before = KeptChange(done), recordID == record.id, version == before.version else { return nil }
        return of(record.id, record.version)
    }

    /// Whether the record holds what was wanted, whoever has written it.
    func isDone(by record: FhirRecord) -> Bool {
        guard case .update(let resource, let annotations) = wish, record.id == recordID else { return false }
        guard let annotations else { return resource.says(the: record.resource) }
        return resource.says(the: record.resource) && Set(annotations.map { $0.lowercased() }) == Set(record.annotations.map { $0.lowercased() })
    }
}

extension Records.Change {
    fileprivate init?(_ pending: Pending) {
        guard let kept = KeptChange(pending.item) else { return nil }
        self.init(
            id: pending.item.id, type: kept.type, recordID: kept.recordID, wish: kept.wish, givenAt: pending.item.createdAt, delivery: pending.delivery)
    }
}
