import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import MessagingService

/// Others come into a patient's conversation with the patient's word alone.
@Suite struct InvitationTests {
    private struct Clinic {
        let patient: World.Member
        let provider: World.Member
        let colleague: World.Member
        let conversation: ConversationID
        var path: String { "/conversations/\(conversation)" }
    }

    private func clinic(_ world: World) async throws -> Clinic {
        let patient = try await world.member(.patient)
        let provider = try await world.member(.provider)
        let colleague = try await world.member(.provider, fullName: "Dr. Colleague")
        return Clinic(patient: patient, provider: provider, colleague: colleague, conversation: try await world.converse(patient, provider).id)
    }

    private func add(_ world: World, _ clinic: Clinic, by member: World.Member, _ newcomer: World.Member? = nil) async throws -> Answer {
        try await world.send(.POST, "\(clinic.path)/participants", member, #"{"userId":"\#((newcomer ?? clinic.colleague).id)"}"#)
    }

    private func activities(_ world: World, _ clinic: Clinic) async throws -> [String] {
        let page: PageBody<ItemBody> = try await world.get("\(clinic.path)/items", clinic.patient).decode()
        return page.items.compactMap(\.details?.event)
    }

    @Test func aProviderProposesAndThePatientAdds() async throws {
        try await World.run { world in
            let clinic = try await clinic(world)
            for _ in 0..<2 {
                let proposed = try await add(world, clinic, by: clinic.provider)
                #expect(proposed.status == 202)
                #expect(try proposed.conversation.participants.count == 2)
            }
            let shown = try await world.get(clinic.path, clinic.patient).conversation
            #expect(shown.invitations == [.init(userId: clinic.colleague.id, fullName: "Dr. Colleague", invitedBy: clinic.provider.id)])
            // Who is proposed hears and sees nothing, and may not write to the patient either.
            #expect(try await world.get(clinic.path, clinic.colleague).status == 404)
            #expect(try await world.wholeFeed(clinic.colleague).isEmpty)
            let begun = try await world.send(.POST, "/conversations", clinic.colleague, #"{"participantIds":["\#(clinic.patient.id)"]}"#)
            #expect(begun.status == 403)

            let added = try await add(world, clinic, by: clinic.patient)
            #expect(added.status == 200)
            #expect(try added.conversation.participants.count == 3)
            #expect(try added.conversation.invitations == nil)
            #expect(try await add(world, clinic, by: clinic.provider).status == 200)
            #expect(try await activities(world, clinic) == ["joined", "invited"])
            let items: PageBody<ItemBody> = try await world.get("\(clinic.path)/items", clinic.patient).decode()
            #expect(items.items.compactMap(\.details?.doneBy) == [clinic.patient.id, clinic.provider.id])
            let stored = try await world.pool.withConnection {
                try await $0.query("SELECT details ->> 'byUserId' AS done_by FROM items WHERE details IS NOT NULL ORDER BY sequence").map { try $0["done_by"] as String? }
            }
            #expect(stored == [clinic.provider.id.description, clinic.patient.id.description])
            let told = try await world.events(of: clinic.conversation.uuid)
            #expect(told == ["care.conversations.created.v1 1", "care.conversations.invited.v1 2", "care.conversations.joined.v1 3"])
            let kinds = try await world.wholeFeed(clinic.patient).suffix(4).map(\.kind)
            #expect(kinds == ["item", "conversation", "item", "conversation"])
        }
    }

    @Test func thePatientDeclinesOrTheProviderThinksBetter() async throws {
        try await World.run { world in
            let clinic = try await clinic(world)
            let other = try await world.member(.provider)
            #expect(try await add(world, clinic, by: clinic.patient, other).status == 200)
            func decline(_ member: World.Member) async throws -> Int {
                try await world.send(.DELETE, "\(clinic.path)/invitations/\(clinic.colleague.id)", member).status
            }
            #expect(try await decline(clinic.patient) == 404)
            #expect(try await add(world, clinic, by: clinic.provider).status == 202)
            #expect(try await decline(other) == 403)
            #expect(try await decline(clinic.colleague) == 404)
            #expect(try await decline(clinic.patient) == 204)
            #expect(try await world.get(clinic.path, clinic.patient).conversation.invitations == nil)
            #expect(try await add(world, clinic, by: clinic.provider).status == 202)
            #expect(try await decline(clinic.provider) == 204)
            #expect(try await decline(clinic.provider) == 404)
            #expect(try await activities(world, clinic) == ["declined", "invited", "declined", "invited", "joined"])
            let told = try await world.events(of: clinic.conversation.uuid)
            #expect(told.last == "care.conversations.declined.v1 6")
        }
    }

    @Test func whereThereIsNoPatientProvidersAddEachOther() async throws {
        try await World.run { world in
            let clinic = try await clinic(world)
            let among = try await world.converse(clinic.provider, clinic.colleague)
            let third = try await world.member(.provider)
            let answer = try await world.send(.POST, "/conversations/\(among.id)/participants", clinic.colleague, #"{"userId":"\#(third.id)"}"#)
            #expect(answer.status == 200)
        }
    }

    @Test func proposalsTakeUpRoom() async throws {
        try await World.run { world in
            let clinic = try await clinic(world)
            for _ in 2..<ConversationRule.mostParticipants {
                #expect(try await add(world, clinic, by: clinic.provider, try await world.member(.provider)).status == 202)
            }
            let full = try await add(world, clinic, by: clinic.provider)
            #expect(try full.status == 409 && full.problem.slug == "quota-exceeded")
            let numbers: QuotaBody = try full.decode()
            #expect(numbers.limit == ConversationRule.mostParticipants && numbers.used == ConversationRule.mostParticipants)
            #expect(try await add(world, clinic, by: clinic.patient).status == 200)
        }
    }

    @Test func whoIsGoneIsInvitedNoMore() async throws {
        try await World.run { world in
            let clinic = try await clinic(world)
            #expect(try await add(world, clinic, by: clinic.provider).status == 202)
            try await world.erase(clinic.colleague)
            #expect(try await world.get(clinic.path, clinic.patient).conversation.invitations == nil)
            let other = try await world.member(.provider)
            #expect(try await add(world, clinic, by: clinic.provider, other).status == 202)
            #expect(try await world.send(.DELETE, "\(clinic.path)/participants/\(clinic.patient.id)", clinic.patient).status == 204)
            #expect(try await world.get(clinic.path, clinic.provider).conversation.invitations == nil)
            #expect(try await world.count("SELECT count(*) FROM invitations") == 0)
        }
    }

    /// The patient says yes and no at the same time, the provider proposes again: in the end they are in, or not, and every change was told once.
    @Test(.timeLimit(.minutes(3))) func wordsThatCross() async throws {
        try await World.run { world in
            let clinic = try await clinic(world)
            let members = [clinic.patient, clinic.provider]
            let answers = try await together(12) { index in
                index % 3 == 2
                    ? try await world.send(.DELETE, "\(clinic.path)/invitations/\(clinic.colleague.id)", clinic.patient)
                    : try await add(world, clinic, by: members[index % 3])
            }
            #expect(answers.allSatisfy { [200, 202, 204, 404].contains($0.status) }, "\(answers.map(\.status))")
            let shown = try await world.get(clinic.path, clinic.patient).conversation
            #expect(shown.participants.count == 3)
            #expect(shown.invitations == nil)
            let versions = try await world.events(of: clinic.conversation.uuid).map { $0.split(separator: " ")[1] }
            #expect(versions == (1...versions.count).map { "\($0)" })
        }
    }
}
