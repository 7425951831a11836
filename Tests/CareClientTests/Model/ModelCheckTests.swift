import CareModels
import Foundation
import Testing

@testable import CareClient

/// Two devices of a patient and one of a provider, in random schedules: what is said, kept and changed without a network, answers that get lost, streams that
/// break, apps that are ended. Whatever the order, all end with the server's state, and everything was done once. A schedule that fails says its seed:
/// `CARE_SCHEDULE=4711` runs it alone, `CARE_SCHEDULES=10000` as many.
@Suite(.timeLimit(.minutes(60))) struct ModelCheckTests {
    private static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        if let one = environment["CARE_SCHEDULE"].flatMap({ UInt64($0) }) { return one..<(one + 1) }
        return 0..<(environment["CARE_SCHEDULES"].flatMap { UInt64($0) } ?? 200)
    }()

    /// Each by itself, as many at once as there are cores.
    @Test func allEndAsTheServerHasIt() async throws {
        try await withThrowingTaskGroup(of: (UInt64, [String]).self) { group in
            for (index, seed) in Self.seeds.enumerated() {
                if index >= ProcessInfo.processInfo.activeProcessorCount, let (seed, failures) = try await group.next() { Self.judge(seed, failures) }
                group.addTask { (seed, try await Schedule.failures(seed)) }
            }
            for try await (seed, failures) in group { Self.judge(seed, failures) }
        }
    }

    private static func judge(_ seed: UInt64, _ failures: [String]) { #expect(failures.isEmpty, "schedule \(seed)") }
}

private struct Schedule {
    private var chance: SeededGenerator
    private let server: ModelServer
    private let devices: [ModelDevice]
    /// By device: what was said, in order.
    private var said: [[String]]
    /// By device: what was added, and the values that it was to have, in order.
    private var added: [[(id: UUID, values: [String])]]
    /// What was refused, and taken back or done over what others wrote.
    private var excused: Set<String> = []
    private var count = 0

    init(_ seed: UInt64) async throws {
        chance = SeededGenerator(seed)
        let (patient, provider) = (TestDevice.user, LiveTests.other)
        server = ModelServer([patient, provider], takesSeveral: seed % 2 == 0)
        var devices: [ModelDevice] = []
        for person in [patient, patient, provider] { devices.append(try await ModelDevice(person, server)) }
        self.devices = devices
        said = devices.map { _ in [] }
        added = devices.map { _ in [] }
    }

    static func failures(_ seed: UInt64) async throws -> [String] {
        var schedule = try await Schedule(seed)
        return try await schedule.run()
    }

    /// What is not as it should be.
    mutating func run() async throws -> [String] {
        for _ in 0..<60 {
            try await something()
            for _ in 0..<Int.random(in: 0..<6, using: &chance) {
                let device = devices[Int.random(in: 0..<devices.count, using: &chance)]
                _ = try await device.step(&chance, isCalm: false)
            }
        }
        for _ in 0..<2000 {
            if devices.allSatisfy({ $0.isDone && $0.isEmpty }) { return try await faults() }
            for device in devices {
                if try await !device.step(&chance, isCalm: true) || device.isDone { try excuse(device) }
            }
        }
        return ["it does not come to rest"] + devices.map(\.unrest)
    }

    // MARK: What people and chance do

    private mutating func something() async throws {
        let index = Int.random(in: 0..<devices.count, using: &chance)
        let device = devices[index]
        switch Int.random(in: 0..<20, using: &chance) {
        case 0..<4:
            said[index].append(next())
            try device.say("\(count)")
        case 4..<6:
            said[index].append(next())
            try device.sayWithFile("\(count)")
        case 6..<8:
            let value = next()
            added[index].append((try device.addRecord(value), [value]))
        case 8..<11: try changeAdded(index)
        case 11: try changeKnown(device)
        case 12: if let id = known()?.id { server.records.write(id, next()) }
        case 13: server.delete(Int.random(in: 1...max(1, server.items.count), using: &chance))
        case 14: try await device.restart(&chance)
        case 15: try await device.breakOff()
        case 16: try excuse(device)
        case 17: try await device.loadMore()
        case 18: server.forget(device.user)
        default: try await beginAnew()
        }
    }

    private mutating func next() -> String {
        count += 1
        return "\(count)"
    }

    private mutating func wish() -> (Records.Change.Wish, String?) {
        if Int.random(in: 0..<4, using: &chance) == 0 { return (.delete, nil) }
        let value = next()
        guard let resource = try? RecordChangesTests.resource(value) else { return (.delete, nil) }
        return (.update(resource), value)
    }

    private mutating func changeAdded(_ index: Int) throws {
        guard !added[index].isEmpty else { return }
        let which = Int.random(in: 0..<added[index].count, using: &chance)
        let (wish, value) = wish()
        if try devices[index].change(added: added[index][which].id, wish), let value { added[index][which].values.append(value) }
    }

    private mutating func changeKnown(_ device: ModelDevice) throws {
        guard let (id, version) = known() else { return }
        let (wish, value) = wish()
        try device.change(id, version, wish)
        // Others may be faster; then it is refused.
        if let value { excused.insert(value) }
    }

    private mutating func known() -> (id: String, version: Int)? {
        let all = server.records.all.filter { $0.value.value != nil }.sorted { $0.key < $1.key }
        return all.randomElement(using: &chance).map { ($0.key, $0.value.version) }
    }

    private mutating func excuse(_ device: ModelDevice) throws {
        if let value = try device.settleRefused(&chance) { excused.insert(value) }
    }

    private mutating func beginAnew() async throws {
        server.beginAnew()
        for device in devices { try await device.breakOff() }
    }

    // MARK: What has to be

    private func faults() async throws -> [String] {
        let items = server.items
        var faults: [String] = []
        let all = items.map(\.said)
        if Set(all).count != all.count { faults.append("sent twice: \(all)") }
        for (index, wanted) in said.enumerated() {
            let arrived = all.filter { wanted.contains($0) }
            if arrived != wanted { faults.append("device \(index) said \(wanted), and \(arrived) arrived") }
            let (shown, isWhole) = try await devices[index].shown()
            let there = Array(items.indices.reversed().prefix(isWhole ? items.count : shown.count))
            if shown.map(\.sequence) != there.map({ $0 + 1 }) || shown.map({ $0.content?.text }) != there.map({ items[$0].text }) {
                faults.append("device \(index) shows \(shown.map { "\($0.sequence ?? 0) \($0.content?.text ?? "-")" }) of \(items.map(\.text))")
            }
        }
        for chain in added.joined() {
            let wanted = chain.values.filter { !excused.contains($0) }
            // Where its first value was written, all of it is.
            let found = server.records.history.values.first { $0.contains(chain.values[0]) } ?? []
            let done = found.filter { wanted.contains($0) }
            if done != wanted { faults.append("of a record were wanted \(wanted), and done \(done)") }
        }
        return faults
    }
}
