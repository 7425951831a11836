import CareModels
import Foundation
import HTTP

/// Around the handler of every route that is about somebody's record: nobody is answered before it is noted who they are and what they did. What a handler
/// does not say itself (`AccessTrail`) is taken from its route and its answer.
struct NotedRequests: Sendable {
    let dependencies: Dependencies

    /// So often a read is decided anew, because the person changed their consents meanwhile.
    private static let tries = 3

    func handle(_ request: Request, _ handler: Route.Handler) async throws -> Response {
        try dependencies.noteAllowance.take(1, by: request.identity)
        for _ in 1..<Self.tries {
            if let response = try await attempt(request, handler) { return response }
        }
        guard let response = try await attempt(request, handler) else { throw ConsentsChanged() }
        return response
    }

    /// Nil when it has to be decided anew.
    private func attempt(_ request: Request, _ handler: Route.Handler) async throws -> Response? {
        let trail = AccessTrail(request.accessEvent(at: dependencies.moment()))
        let response: Response
        do {
            // In the budget already while it waits to be noted, for a connection that many may want.
            response = try request.charged(try await AccessTrail.$current.withValue(trail) { try await handler(request) })
        } catch let error as CancellationError {
            throw error
        } catch let error {
            if error is ConsentsChanged, request.isReading { return nil }
            if let (owner, event, _) = trail.ended(Int(Problem(error).status.code)) {
                _ = try await dependencies.journal.note(event, of: owner, changes: nil)
            }
            throw error
        }
        guard let (owner, event, changes) = trail.ended(Int(response.status.code)) else { return response }
        if request.isReading { try dependencies.noteAllowance.take(things: event.things.count, by: request.identity) }
        return try await dependencies.journal.note(event, of: owner, changes: changes) == .noted ? response : nil
    }
}

extension Request {
    /// What is known of a request before it is handled.
    func accessEvent(at now: Date) -> AccessEvent {
        let (action, word) = interaction
        var event = AccessEvent(
            at: now, action: action, interaction: word, actor: identity.userID, role: identity.role, client: identity.clientID, guardian: identity.actorID,
            purpose: .treatment, network: AddressBlock.prefix(of: clientAddress), request: requestID)
        if let type = parameter(ifAny: "type") ?? typeOfRoute {
            let version = parameter(ifAny: "version").flatMap(Int.init)
            event.things = [AccessEvent.Thing(action: action, type: type.shortened, id: parameter(ifAny: "id").map(\.shortened), version: version)]
        }
        return event
    }

    private var typeOfRoute: String? {
        if pattern.hasPrefix("/app-data") { return "AppData" }
        return pattern.hasSuffix("/access-log") ? "AuditEvent" : nil
    }

    /// FHIR's word for it; an operation's own name.
    private var interaction: (AccessEvent.Action, String) {
        if pattern.utf8.contains(UInt8(ascii: "$")), let name = pattern.split(separator: "/").first(where: { $0.hasPrefix("$") }) {
            return (.execute, String(name.dropFirst()))
        }
        if pattern.hasSuffix("/break-glass") { return (.execute, "break-glass") }
        if pattern.hasPrefix("/records/measurement-keys/") { return (.execute, "measurement-key") }
        if pattern.hasSuffix("/records/purge") { return (.delete, "purge") }
        switch method {
        case .GET, .HEAD:
            if pattern.hasSuffix("/_history/:version") { return (.read, "vread") }
            if pattern.hasSuffix("/_history") { return (.read, "history") }
            return parameter(ifAny: "id") != nil ? (.read, "read") : (.execute, "search-type")
        case .POST:
            if pattern.hasSuffix("/_search") { return (.execute, "search-type") }
            return pattern.hasPrefix("/fhir/") && !hasParameters && !pattern.hasSuffix("/Binary") ? (.execute, "batch") : (.create, "create")
        case .PUT: return (.update, "update")
        case .PATCH: return (.update, "patch")
        case .DELETE: return (.delete, "delete")
        default: return (.execute, "operation")
        }
    }
}
