import Testing

@testable import Careline

@Suite struct ConnectionBudgetTests {
    @Test func aReplicaHasItsPoolAndSomeMore() {
        #expect(ConnectionBudget.demand(of: .auth, replicas: 1, [:]) == 11)
        #expect(ConnectionBudget.demand(of: .auth, replicas: 4, ["CARE_DATABASE_POOL_SIZE": "20"]) == 92)
        let standbys = ["CARE_SCHEDULING_DATABASE_READ_URL_FILE": "/url"]
        #expect(ConnectionBudget.demand(of: .scheduling, replicas: 2, standbys) == 26)
        #expect(ConnectionBudget.demand(of: .auth, replicas: 2, standbys) == 22)
    }

    @Test func whatIsTooMuchForAServerIsAFault() throws {
        func budget(_ service: String, _ server: String, _ most: Int, _ needed: Int) -> ConnectionBudget {
            ConnectionBudget(service: service, server: server, most: most, needed: needed)
        }
        let fine = ConnectionBudget.checks([budget("auth", "a", 97, 44), budget("records", "a", 97, 44), budget("ers", "b", 44, 44)])
        #expect(
            fine.map(\.text) == ["✓ connections to PostgreSQL: at most 88 of 97 for auth, records", "✓ connections to PostgreSQL: at most 44 of 44 for ers"])
        let short = ConnectionBudget.checks([budget("auth", "a", 80, 44), budget("records", "a", 80, 44)])
        #expect(short.count == 1 && short[0].isFault)
        #expect(short[0].text.contains("auth, records may open 88, and their server lets 80 in"))
        #expect(short[0].text.contains("raise its max_connections by 8"))
    }
}
