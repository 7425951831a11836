import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    /// The patients whom this provider shares an appointment or a conversation with.
    func patients(of provider: UserID, among ids: [UserID]) async throws -> Set<UserID> {
        let rows = try await query(
            """
            SELECT patient_id FROM care_relations
            WHERE provider_id = \(provider) AND patient_id = ANY(\(ids.map(\.uuid))) AND ended_at IS NULL
            """)
        return Set(try rows.map { try $0["patient_id"] })
    }

    /// Where the platform wrote about the two, also after one of them was erased.
    func conversation(ofProvider provider: UserID, patient: UserID) async throws -> ConversationID? {
        try await first("SELECT conversation_id FROM care_relations WHERE provider_id = \(provider) AND patient_id = \(patient)")?["conversation_id"]
    }
}

extension Transaction {
    /// Makes the relation when there is none, locks it, and returns where the platform writes about the two.
    func lockRelation(provider: UserID, patient: UserID) async throws -> ConversationID? {
        let row = try await first(
            """
            INSERT INTO care_relations AS held (provider_id, patient_id) VALUES (\(provider), \(patient))
            ON CONFLICT (provider_id, patient_id) DO UPDATE SET conversation_id = held.conversation_id RETURNING conversation_id
            """)
        return try row?["conversation_id"]
    }

    /// `former`: the one that it takes the place of.
    func setConversation(_ id: ConversationID, replacing former: ConversationID? = nil, ofProvider provider: UserID, patient: UserID) async throws {
        try await execute(
            """
            UPDATE care_relations SET conversation_id = \(id)
            WHERE provider_id = \(provider) AND patient_id = \(patient) AND conversation_id IS NOT DISTINCT FROM \(former)::uuid
            """)
    }

    /// In the order of providers, so that two conversations that begin at the same time do not wait for each other.
    func relate(_ providers: [UserID], patient: UserID) async throws {
        try await batch(
            providers.sorted().map { provider in
                """
                INSERT INTO care_relations (provider_id, patient_id) VALUES (\(provider), \(patient)) ON CONFLICT DO NOTHING
                """
            })
    }

    /// Ends the relations of a person who is being erased. Where the platform wrote about the two stays known, by id only: whoever
    /// is left hears there that their appointments were cancelled, which may come later than the erasure.
    func endRelations(of person: UserID, now: Date) async throws {
        try await batch([
            // In one order: those at their other ends may be erased at the same time.
            """
            SELECT 1 FROM care_relations WHERE provider_id = \(person) OR patient_id = \(person) ORDER BY provider_id, patient_id FOR UPDATE
            """,
            "DELETE FROM care_relations WHERE (provider_id = \(person) OR patient_id = \(person)) AND conversation_id IS NULL",
            "UPDATE care_relations SET ended_at = \(now) WHERE (provider_id = \(person) OR patient_id = \(person)) AND ended_at IS NULL"
        ])
    }
}
