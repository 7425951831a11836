import CareModels
import HTTP

/// `GET /records/measurement-keys/:id`: what opens a person's measurements in events, for a machine that the operator trusts with them. Asked of the
/// database each time: once the person is erased there is none, whatever a replica remembers. The person's log says who has it.
struct ShowMeasurementKey: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person: UserID = try request.id("id")
        AccessTrail.current?.concerns(person, for: try request.purpose())
        AccessTrail.current?.letIn(.machine, changes: nil)
        let key = try await dependencies.pool.withConnection { connection in
            try await connection.holdsKey(of: person) ? dependencies.keys.forReading(person, connection) : nil
        }
        guard let key else { throw Problem.notFound("There is no key of this person.") }
        return try .json(MeasurementKeyView(key), headers: ["Cache-Control": "no-store"])
    }
}
