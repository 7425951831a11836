import Testing

@testable import AuthService

@Suite struct CBORTests {
    private static func read(_ hex: String) -> Result<CBOR, CBORReader.Fault> {
        do throws(CBORReader.Fault) { return .success(try CBORReader.value(PasskeyVectors.bytes(hex))) } catch { return .failure(error) }
    }

    /// RFC 8949, appendix A, as far as CTAP2's canonical form has it.
    @Test(
        arguments: [
            ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1000)), ("1bffffffffffffffff", .unsigned(.max)),
            ("20", .integer(-1)), ("3903e7", .integer(-1000)), ("3bffffffffffffffff", .negative(.max)), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
            ("60", .text("")), ("6449455446", .text("IETF")), ("62c3bc", .text("ü")), ("80", .array([])),
            ("8301820203820405", .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])])), ("a0", .map([])),
            ("a201020304", .map([.init(key: .unsigned(1), value: .unsigned(2)), .init(key: .unsigned(3), value: .unsigned(4))])), ("f4", .bool(false)),
            ("f5", .bool(true)), ("f6", .null), ("f7", .other(23)), ("f93c00", .other(0x3C00)), ("fb3ff199999999999a", .other(0x3FF1_9999_9999_999A))
        ] as [(String, CBOR)])
    func theStandardsTable(_ hex: String, _ value: CBOR) { #expect(Self.read(hex) == .success(value)) }

    @Test(
        arguments: [
            ("", .truncated), ("18", .truncated), ("19ff", .truncated), ("41", .truncated), ("81", .truncated), ("a101", .truncated), ("6261", .truncated),
            // Lengths that are claimed, and are not there.
            ("5bffffffffffffffff00", .truncated), ("9bffffffffffffffff00", .truncated), ("bbffffffffffffffff0000", .truncated), ("9a0001000000", .truncated),
            // Of indefinite length.
            ("5f4101ff", .notCanonical), ("7f6161ff", .notCanonical), ("9f01ff", .notCanonical), ("bf0102ff", .notCanonical), ("ff", .notCanonical),
            // Tags, simple values in two bytes, reserved lengths.
            ("c074323031332d30332d32315432303a30343a30305a", .notCanonical), ("d81843010203", .notCanonical), ("f818", .notCanonical), ("1c", .notCanonical),
            ("fc", .notCanonical),
            // Longer than need be.
            ("1817", .notCanonical), ("190001", .notCanonical), ("1a00000001", .notCanonical), ("1b0000000000000001", .notCanonical), ("580100", .notCanonical),
            ("a201020103", .repeatedKey), ("61ff", .notUTF8), ("62c328", .notUTF8), ("0000", .trailing), ("a000", .trailing),
            ("81818181818100", .tooDeep), ("a101a101a101a101a101a10100", .tooDeep)
        ] as [(String, CBORReader.Fault)])
    func refused(_ hex: String, _ fault: CBORReader.Fault) { #expect(Self.read(hex) == .failure(fault)) }

    /// Keys are compared with one another, which takes the row's length squared.
    @Test func aRowOfMarksIsNoText() {
        func text(_ bytes: String, of marks: Int) -> Result<CBOR, CBORReader.Fault> { Self.read("78\(bytes)\(String(repeating: "cc81", count: marks))") }
        #expect(text("80", of: 64) == .success(.text(String(repeating: "\u{301}", count: 64))))
        #expect(text("82", of: 65) == .failure(.notCanonical))
    }

    @Test func asDeepAsMayBe() { #expect((try? Self.read("818181818100").get()) != nil) }

    @Test func oneValueAfterAnother() throws {
        var reader = CBORReader(PasskeyVectors.bytes("0001a0"), at: 1)
        #expect(try reader.next() == .unsigned(1) && reader.position == 2)
        #expect(try reader.next() == .map([]) && reader.position == 3)
    }
}
