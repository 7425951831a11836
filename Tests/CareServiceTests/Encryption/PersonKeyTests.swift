import CareModels
import Crypto
import Foundation
import Testing

@testable import Outbox
@testable import Sealing

@Suite struct PersonKeyTests {
    private let key = PersonKey(person: UserID(.v7()), dataKey: SymmetricKey(size: .bits256))

    @Test(arguments: [0, 1, 15, 16, 17, 100_000])
    func whatIsSealedOpensAtItsPlaceOnly(size: Int) throws {
        let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let sealed = try key.seal(plain, at: "messages body 1")
        #expect(sealed.count == size + PersonKey.overhead)
        #expect(try key.open(sealed, at: "messages body 1") == plain)
        #expect(throws: CannotOpen.self) { try key.open(sealed, at: "messages body 2") }
    }

    @Test func everyChangedByteIsNoticed() throws {
        let sealed = try key.seal("resting heart rate", at: "here")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: CannotOpen.self) { try key.open(changed, at: "here") }
        }
        for count in 0..<sealed.count {
            #expect(throws: CannotOpen.self) { try key.open(Array(sealed.prefix(count)), at: "here") }
        }
    }

    @Test func sealsOfOneTextDiffer() throws {
        #expect(try key.seal("same", at: "here") != key.seal("same", at: "here"))
    }

    @Test func anotherPersonsKeyOpensNothing() throws {
        let other = PersonKey(person: UserID(.v7()), dataKey: SymmetricKey(size: .bits256))
        #expect(throws: CannotOpen.self) { try other.open(try key.seal("mine", at: "here"), at: "here") }
        #expect(key.blindIndex("fasting", of: "annotation") != other.blindIndex("fasting", of: "annotation"))
    }

    @Test func blindIndexesAreStableAndBoundToTheirField() {
        let index = key.blindIndex("fasting", of: "annotation")
        #expect(index.count == PersonKey.indexLength)
        #expect(index == key.blindIndex("fasting", of: "annotation"))
        #expect(index != key.blindIndex("fasting", of: "code"))
        #expect(key.blindIndex("b", of: "a\u{1}") != key.blindIndex("\u{1}b", of: "a"))
    }

    @Test func keysPrintNothingOfThemselves() {
        #expect("\(key)" == "PersonKey(\(key.person))")
        var text = ""
        dump(MasterKeys(current: [UInt8](repeating: 0x41, count: 32)), to: &text)
        #expect(!text.contains("65"))
    }
}

@Suite struct EventSealTests {
    private static let masters = MasterKeys(current: [UInt8](repeating: 1, count: 32))

    @Test func opensForItsEventAndUnderAnEarlierKey() throws {
        let (data, event) = (Array(#"{"value":62.5}"#.utf8), UUID())
        let sealed = try EventSeal(Self.masters).seal(data, of: event)
        #expect(EventSeal.isSealed(sealed) && !EventSeal.isSealed(data))
        #expect(try EventSeal(Self.masters).open(sealed, of: event) == data)
        let rotated = EventSeal(MasterKeys(current: [UInt8](repeating: 2, count: 32), earlier: [[UInt8](repeating: 1, count: 32)]))
        #expect(try rotated.open(sealed, of: event) == data)
        #expect(throws: CannotOpen.self) { try EventSeal(Self.masters).open(sealed, of: UUID()) }
        #expect(throws: CannotOpen.self) { try EventSeal(Self.masters).open(data, of: event) }
        #expect(throws: MasterKeyMissing.self) { try EventSeal(MasterKeys(current: [UInt8](repeating: 3, count: 32))).open(sealed, of: event) }
    }
}
