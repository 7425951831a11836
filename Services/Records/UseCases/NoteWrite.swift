import CareModels
import FHIR
import Foundation
import Postgres

extension RecordWriter {
    /// What was done, and by whom, in the commit of the doing; nothing where no record was touched.
    func note(_ tx: Transaction) async throws {
        guard !touched.isEmpty else { return }
        // What was written is in somebody's quota.
        try budget.note(things: min(touched.things.count { $0.thing.action == .read }, AccessEvent.mostThings))
        let events = touched.byRequest.map { trail, things in
            trail?.written(Array(things.prefix(AccessEvent.mostThings)), count: things.count) ?? Self.platform(things, at: now)
        }
        let row = try AccessRow.sealed(events, of: owner, id: newID(), at: now, key)
        try await tx.noteLater(row, consents: touched.consentChanges)
    }

    /// By the service itself, for nobody's request.
    private static func platform(_ things: [AccessEvent.Thing], at now: Date) -> AccessEvent {
        var event = AccessEvent(
            at: now, action: .execute, interaction: "batch", role: .service, client: "careline", purpose: .systemAdministration, basis: .machine, request: "")
        event.things = Array(things.prefix(AccessEvent.mostThings))
        if things.count > event.things.count { event.count = things.count }
        return event
    }

    /// Whatever somebody else than the person wrote says so: a Provenance beside it, in each release that was written in. Also of a Provenance of theirs, which may
    /// name whomever it likes.
    func attest(_ tx: Transaction) async throws {
        guard let trail = AccessTrail.current, trail.standing != .owner else { return }
        let writer = trail.writer
        for release in FHIRRelease.allCases {
            let targets = touched.things.filter { $0.format == release.format && $0.thing.action != .read }.map(\.thing)
            for start in stride(from: 0, to: targets.count, by: Attestation.mostTargets) {
                let some = Array(targets[start..<min(start + Attestation.mostTargets, targets.count)])
                let attestation = Attestation(targets: some, by: writer, standing: trail.standing, of: owner, at: now, release)
                let content = RecordContent(body: .resource(try ResourceDraft(attestation.bytes), references: [:]))
                // The person pays nothing for what others do: whoever has reached their quota can still have something deleted.
                let creation = try creation(content, in: .resources("Provenance", release, owner), isAttestation: true)
                try await create([creation], tx)
            }
        }
    }

    /// What the platform says of others stays as it is for all but the person.
    func refuseAttested(_ head: RecordHead) throws(NotedForGood) {
        if head.isAttestation == true, let trail = AccessTrail.current, trail.standing != .owner { throw NotedForGood() }
    }
}
