import CareModels
import Foundation

extension Records {
    /// A resource that is stored as soon as there is a network.
    public struct Added: Equatable, Identifiable, Sendable {
        /// This device's name for it.
        public var id: UUID
        /// As it was given, without an id.
        public var resource: FhirResource
        /// The words that it will be found by.
        public var annotations: [String]
        /// When the app gave it.
        public var givenAt: Date
        /// How far it has come; of what was refused, why.
        public var delivery: Delivery
    }

    /// Kept on the device and stored as soon as can be, once. What the server does not take stays with its reason until `retry` or `cancel`; changes of it
    /// wait behind it.
    @discardableResult
    public func add(_ resource: FhirResource, annotations: [String] = []) async throws -> Added {
        let now = core.api.clock.now()
        let id = UUID.v7(at: now)
        let kept = Kept(resource: resource, annotations: annotations)
        let item = OutboxItem(id: id, call: Self.creating(release, resource, annotations, key: id), shown: try Wire.encode(kept), createdAt: now)
        // Later changes of it are about the same, under whatever name.
        try await caring { try await core.outbox.add(item, lane: lane, about: id.lowercaseText) }
        return Added(id: id, resource: resource, annotations: annotations, givenAt: now, delivery: .toBeSent)
    }

    /// What was added and is not stored yet, in order; of this release.
    public func added() -> Watch<[Added]> { core.waiting(in: lane) { Added($0) } }

    /// Tries once more what was refused.
    public func retry(_ added: Added) async throws { try await caring { try await core.outbox.retry(added.id, lane: lane) } }

    /// Takes it back. False when it is on its way, or was stored. Changes of it go with it.
    public func cancel(_ added: Added) async throws -> Bool { try await caring { try await core.outbox.cancel(added.id, lane: lane) } }

    var lane: String { "records/\(release.rawValue)" }

    struct Kept: Codable {
        var resource: FhirResource
        var annotations: [String]

        func isStored(as record: FhirRecord) throws -> Bool {
            try resource.with(id: record.id).says(the: record.resource) && Set(annotations.map { $0.lowercased() }) == Set(record.annotations.map { $0.lowercased() })
        }
    }
}

extension Records.Added {
    fileprivate init?(_ pending: Pending) {
        guard let kept = pending.item.shown.flatMap({ try? Wire.decode(Records.Kept.self, from: $0) }) else { return nil }
        self.init(
            id: pending.item.id, resource: kept.resource, annotations: kept.annotations, givenAt: pending.item.createdAt, delivery: pending.delivery)
    }
}
