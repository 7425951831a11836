import CareModels
import Foundation
import HTTP
import NIOPosix
import Outbox
import ServiceTestKit
import Synchronization
import TestKit
import Testing

@testable import RecordsService
@testable import Sealing

/// Where reads run: what is a caller's own on the loop of its connection, what hangs on consents or on what is in a resource elsewhere.
@Suite struct ComputingTests {
    /// Whether anything has asked for the time on an event loop: every request does before it looks at the database.
    private final class Loops: Sendable {
        private let isSeen = Mutex(false)

        func look() {
            if MultiThreadedEventLoopGroup.currentEventLoop != nil { isSeen.withLock { $0 = true } }
        }

        func taken() -> Bool {
            isSeen.withLock { isSeen in
                defer { isSeen = false }
                return isSeen
            }
        }
    }

    private static func run(_ body: (World, Loops) async throws -> Void) async throws {
        let (clock, loops) = (try TestClock(at: World.start), Loops())
        try await World.run(
            World.schema, clock, size: 10, contentType: "application/fhir+json",
            dependencies: { pool in
                Dependencies(
                    pool: pool, keys: PersonKeys(World.masters), eventSeal: EventSeal(World.masters), base: "http://care.test", validation: .off,
                    now: {
                        loops.look()
                        return clock.now
                    })
            }, routes: routes
        ) { try await body($0, loops) }
    }

    private static let category = "http://terminology.hl7.org/CodeSystem/observation-category|vital-signs"

    @Test func whatHangsOnConsentsHoldsNoEventLoop() async throws {
        try await Self.run { world, loops in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", World.observationsOnly)
            func app(_ scope: String, actor: UserID? = nil) throws -> World.Person {
                World.Person(id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: scope, actor: actor, patient: patient.id))
            }
            let path = "/fhir/r4/Observation/\(pulse)"
            let own: [(String, World.Person, HTTPHeaders)] = [
                (path, patient, [:]), (path, patient, World.of(patient)), ("\(path)/_history/1", patient, [:]), (path, try app("patient/Observation.rs"), [:]),
                (path, try app(World.everyScope, actor: UserID(.v7())), [:]), (path, try world.machine(), World.of(patient))
            ]
            let asked: [(String, World.Person, HTTPHeaders)] = [
                (path, provider, World.of(patient)), ("\(path)/_history/1", provider, World.of(patient)), ("\(path)?_attachments=url", patient, [:]),
                ("\(path)?_summary=true", patient, [:]), ("\(path)/_history/1?_elements=status", patient, [:]),
                (path, try app("patient/Observation.rs?category=\(Self.category)"), [:])
            ]
            for (index, (path, caller, headers)) in (own + asked).enumerated() {
                _ = loops.taken()
                let answer = try await world.get(path, caller, headers: headers)
                #expect([200, 404].contains(answer.status), "\(index) \(answer.text)")
                #expect(loops.taken() == (index < own.count), "\(index)")
            }
        }
    }
}
