import CareModels
import Foundation
import Synchronization
import Testing

@testable import CareService
@testable import Sealing

private func base64(_ byte: UInt8, count: Int = 32) -> String { Data(repeating: byte, count: count).base64EncodedString() }

private let notLists = [
    "", "key", base64(1, count: 31), "\(base64(1))\n\(base64(1))", "\(base64(1)) yesterday", "\(base64(1)) 2026-03-08T14:30:00Z",
    "\(base64(1))\nsomething", "\(base64(1)) 2026-03-08T14:30:00Z 2026-03-08T14:30:00Z"
]

@Suite struct MasterKeysTests {
    @Test func readsTheCurrentAndTheEarlierOnes() throws {
        var environment = Environment(["CARE_MASTER_KEY": "\(base64(2)), \(base64(1)) 2026-03-08T14:30:00Z"])
        let keys = MasterKeys(&environment)
        try environment.done()
        #expect(keys.current.id == MasterKey([UInt8](repeating: 1, count: 32)).id)
        #expect(keys.earlier.map(\.id) == [MasterKey([UInt8](repeating: 2, count: 32)).id])
    }

    @Test(arguments: ["", "short", Data(repeating: 1, count: 31).base64EncodedString()])
    func namesAFaultyKeyWithoutShowingIt(text: String) {
        var environment = Environment(["CARE_MASTER_KEY": text])
        _ = MasterKeys(&environment)
        do {
            try environment.done()
            Issue.record("it was accepted")
        } catch {
            let words = "\(error)"
            #expect(words.contains("CARE_MASTER_KEY "))
            #expect(text.isEmpty || !words.contains(text))
        }
    }

    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static func key(_ byte: UInt8, _ seconds: TimeInterval? = nil) -> MasterKey {
        MasterKey([UInt8](repeating: byte, count: 32), from: seconds.map { start + $0 })
    }

    @Test(arguments: [(-1, 0), (0, 1), (99, 1), (100, 2), (1000, 2)] as [(TimeInterval, Int)])
    func eachSealsFromItsInstantOn(_ seconds: TimeInterval, _ index: Int) {
        let keys = [Self.key(1), Self.key(2, 0), Self.key(3, 100)]
        // In whatever order they are written.
        let list = MasterKeyList(keys.reversed())
        let now = Self.start + seconds
        #expect(list.current(at: now).id == keys[index].id)
        #expect(list.earlier(at: now).map(\.id) == keys[..<index].map(\.id))
        #expect(list.waiting(at: now).map(\.id) == keys[(index + 1)...].map(\.id))
    }

    @Test func aListIsReadAsItIsWritten() throws {
        let list = MasterKeyList([Self.key(1), Self.key(2, 0.25)])
        let again = try #require(MasterKeyList(list.text))
        #expect(again.text == list.text)
        #expect(again.keys.map(\.id) == list.keys.map(\.id))
        #expect(again.keys.map(\.from) == [nil, Self.start + 0.25])
    }

    @Test(arguments: notLists)
    func whatIsNoListIsRefused(_ text: String) { #expect(MasterKeyList(text) == nil) }

    @Test func theOldestLeftSealsFromTheBeginning() throws {
        let list = MasterKeyList([Self.key(1), Self.key(2, 0), Self.key(3, 100)])
        let left = list.removing(Self.key(1).id)
        #expect(left.keys.map(\.id) == [Self.key(2).id, Self.key(3).id])
        #expect(left.keys.map(\.from) == [nil, Self.start + 100])
        #expect(MasterKeyList(left.text) != nil)
    }

    @Test func aChangedFileIsReadAgainAndAFaultyOneIsNot() throws {
        let path = NSTemporaryDirectory() + "master-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        let first = MasterKeyList([Self.key(1)])
        try write(first.text)
        let clock = TestInstant(Self.start)
        let keys = MasterKeys(first, file: path, freshFor: .zero, now: { clock.now })
        try write(first.adding(Self.key(2, 60)).text)
        // Known, so that it opens, but not sealing yet.
        #expect(keys.current.id == Self.key(1).id)
        #expect(keys.key(Self.key(2).id) != nil)
        #expect(keys.all.count == 2)
        clock.now = Self.start + 60
        #expect(keys.current.id == Self.key(2).id)
        for faulty in ["", "half a li"] {
            try write(faulty)
            #expect(keys.current.id == Self.key(2).id)
            #expect(keys.earlier.map(\.id) == [Self.key(1).id])
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(keys.current.id == Self.key(2).id)
        try write(first.adding(Self.key(2, 60)).removing(Self.key(1).id).text)
        #expect(keys.key(Self.key(1).id) == nil)
    }

    @Test func whatAnEarlierKeyHasSignedIsKnownStill() {
        let before = MasterKeys(MasterKeyList([Self.key(1)])).signature(of: "file 1", for: "download")
        let after = MasterKeys(current: [UInt8](repeating: 2, count: 32), earlier: [[UInt8](repeating: 1, count: 32)])
        #expect(after.isSignature(before, of: "file 1", for: "download"))
        #expect(after.signature(of: "file 1", for: "download") != before)
        #expect(!after.isSignature(before, of: "file 1", for: "upload"))
        #expect(!MasterKeys(MasterKeyList([Self.key(2)])).isSignature(before, of: "file 1", for: "download"))
    }
}

/// An instant that a test sets.
private final class TestInstant: Sendable {
    private let instant: Mutex<Date>
    init(_ instant: Date) { self.instant = Mutex(instant) }
    var now: Date {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}
