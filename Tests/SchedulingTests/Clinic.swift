import CareModels
import Outbox
import ServiceTestKit

@testable import SchedulingService

/// An organisation, as its events tell of it.
struct Clinic: Sendable {
    let id = OrganisationID(.v7())
    var version = 1

    mutating func joins(_ member: World.Person, _ roles: OrganisationRole..., in world: World) async throws {
        version += 1
        try await world.tell(
            OrganisationMemberJoined(organisationId: id, version: version, userId: member.id, roles: roles, joinedAt: world.dependencies.now()))
    }

    mutating func loses(_ member: World.Person, in world: World) async throws {
        version += 1
        try await world.tell(OrganisationMemberLeft(organisationId: id, version: version, userId: member.id, leftAt: world.dependencies.now()))
    }
}

extension World {
    /// Its consumers hear of it.
    func tell(_ event: some CareEvent) async throws {
        for consumer in consumers(dependencies) where consumer.types?.contains(type(of: event).type) == true {
            _ = try await consumer.apply(ReceivedEvent(event), on: pool)
        }
    }

    /// Somebody at a front desk books for a patient.
    func book(_ provider: Person, _ clerk: Person, for patient: UserID?, at start: String) async throws -> Answer {
        let end = try text(seconds(start) + 1800)
        let named = patient.map { #""patientId": "\#($0)", "# } ?? ""
        let body = #"{"providerId": "\#(provider.id)", \#(named)"title": "Check-up", "description": "A cough", "startTime": "\#(start)", "endTime": "\#(end)"}"#
        return try await send(.POST, "/appointments", clerk, body)
    }
}
