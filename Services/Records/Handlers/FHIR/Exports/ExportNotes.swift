import CareModels
import HTTP

/// What is noted of each person whose resources are in a file of everybody's export.
struct ExportNotes: Sendable {
    private let event: AccessEvent
    private let journal: AccessJournal

    init(_ request: Request, of type: String, in file: String, _ dependencies: Dependencies) throws {
        var event = request.accessEvent(at: dependencies.moment())
        (event.interaction, event.purpose, event.basis) = ("export", try request.purpose(), .machine)
        event.things = [AccessEvent.Thing(action: .read, type: type)]
        event.file = file
        self.event = event
        journal = dependencies.journal
    }

    /// Returns when it is in the database, of all of them.
    func note(_ owners: Set<UserID>) async throws {
        _ = try await journal.note(owners.sorted().map { AccessNote(owner: $0, event: event) })
    }
}
