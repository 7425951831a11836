import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite struct HealthTests {
    @Test func heartRatesWaitForTheNetworkAndGoInBatches() async throws {
        let device = TestDevice()
        let isGone = Locked(true)
        device.server.answer { _ in
            if isGone.withLock({ $0 }) { throw TransportFault.unreachable }
            return .json("{}")
        }
        let care = try await BookingTests.client(device)
        try await care.health.record((0..<1200).map { Health.HeartRate(60, at: device.now.addingTimeInterval(TimeInterval($0))) })
        #expect(try await care.health.unsent().count == 3)
        isGone.withLock { $0 = false }
        await care.refresh(.network)
        while try await !care.health.unsent().isEmpty { try await Task.sleep(for: .milliseconds(2)) }

        struct Batch: Decodable {
            struct Item: Decodable { var bpm: Double; var kind: String }
            var items: [Item]
        }
        // Each as often as it needs, under one key.
        var batches: [String: Int] = [:]
        for call in device.server.calls("/health/heart-rates") {
            batches[call.headers["Idempotency-Key"] ?? ""] = try Wire.decode(Batch.self, from: call.body ?? Data()).items.count
        }
        #expect(batches.values.sorted() == [200, 500, 500])
        await care.close()
    }

    @Test func anAnswerThatIsRefusedCanBeSeenAndDropped() async throws {
        let device = TestDevice()
        device.server.answer { _ in .problem("answered-otherwise", 409) }
        let care = try await BookingTests.client(device)
        try await care.health.answer(AlertID(UUID.v7()), taken: .no, remindInHours: 2)
        var unsent = try await care.health.unsent()
        while unsent.first?.delivery == .sending || unsent.first?.delivery == .toBeSent { unsent = try await care.health.unsent() }
        guard let first = unsent.first, case .failed(.refused(let problem)) = first.delivery else {
            Issue.record("\(unsent)")
            return
        }
        #expect(problem.name == "answered-otherwise")
        #expect(try await care.health.cancel(first))
        #expect(try await care.health.unsent().isEmpty)
        await care.close()
    }
}
