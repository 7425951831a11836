import CareService
import Foundation
import Testing

@testable import CareClient

/// What the client signs is what the platform's services take.
@Suite(.timeLimit(.minutes(3))) struct ProofStory {
    @Test func theServicesTakeTheClientsProofs() throws {
        let url = try #require(URL(string: "https://care.test/conversations?limit=50"))
        let proofs = Proofs(.memory(), .system)
        let (one, other) = (try DPoPProof(proofs.proof("GET", url, token: "abc")), try DPoPProof(proofs.proof("GET", url, token: "abc")))
        try one.check("GET", "https://care.test/conversations", token: "abc", now: Date())
        #expect(one.thumbprint == other.thumbprint)
        for (method, address, token) in [
            ("POST", "https://care.test/conversations", "abc"), ("GET", "https://care.test/notifications", "abc"), ("GET", "https://care.test/conversations", "abd")
        ] {
            #expect(throws: DPoPRefusal.self) { try one.check(method, address, token: token, now: Date()) }
        }
    }
}
