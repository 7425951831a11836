import JSON
import Testing

@testable import RecordsService

@Suite struct BatchBundleTests {
    private static func bundle(_ kind: String, _ entries: [String], beside members: String = "") -> [UInt8] {
        Array(#"{"resourceType":"Bundle","type":"\#(kind)",\#(members)"entry":[\#(entries.joined(separator: ","))]}"#.utf8)
    }

    private static func made(_ count: Int, _ entry: (Int) -> String) -> [String] { (0..<count).map(entry) }

    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: @Sendable (Int) -> [UInt8]

        init(_ name: String, _ bytes: @escaping @Sendable (Int) -> [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
    }

    static let shapes = [
        Shape("numbers") { bundle("batch", made($0) { "\($0)" }) },
        Shape("readings") { bundle("batch", made($0) { #"{"request":{"method":"GET","url":"Basic/\#($0)"}}"# }) },
        Shape("writes") { count in
            let resource = #"{"resourceType":"Basic","subject":{"reference":"Patient/1"}}"#
            let request = #"{"method":"POST","url":"Basic"}"#
            return bundle("transaction", made(count) { #"{"fullUrl":"urn:uuid:\#($0)","resource":\#(resource),"request":\#(request)}"# })
        },
        Shape("faults") { bundle("batch", made($0) { #"{"request":{"method":"PUT","url":"Basic/\#($0)"}}"# }) },
        Shape("faults within") { bundle("batch", made($0) { #"{"request":{"method":"GET","url":"Basic/\#($0)","extension":[{"url":"\#(url)"}]}}"# }) },
        Shape("annotations") { count in
            let extensions = made(count) { #"{"url":"https://example.org/\#($0)","valueString":"a"}"# }.joined(separator: ",")
            return bundle("batch", [#"{"request":{"method":"GET","url":"Basic","extension":[\#(extensions)]}}"#])
        },
        Shape("an entry of many members") { count in
            bundle("batch", ["{" + made(count) { "\"x\($0)\":0" }.joined(separator: ",") + #","request":{"method":"GET","url":"Basic"}}"#])
        },
        Shape("a bundle of many members") { count in bundle("batch", ["0"], beside: made(count) { "\"x\($0)\":0," }.joined()) }
    ]
    private static let url = BundleEntry.annotationsURL

    /// Counted in values that are looked at: twice as many cost twice as much, whatever they are.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing"), arguments: shapes) func timeIsLinear(_ shape: Shape) throws {
        func looks(_ count: Int) throws -> Int {
            let bytes = shape.bytes(count)
            return try Looks.counted { _ = try BatchBundle(bytes) }
        }
        for count in [500, 1000, 2000] {
            let (once, twice) = (try looks(count), try looks(count * 2))
            #expect(once >= count && Double(twice) < 2.5 * Double(once), "\(twice) after \(once)")
        }
    }

    /// More of them than are taken cost no more than to count them.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func whatIsTooMuchIsOnlyCounted() {
        let bytes = Self.bundle("batch", Self.made(20_000) { #"{"request":{"method":"GET","url":"Basic/\#($0)"}}"# })
        let looks = Looks.counted { #expect(throws: ResourceFault.self) { try BatchBundle(bytes) } }
        #expect((20_000...20_100).contains(looks))
    }

    @Test func whatNobodyWaitsForIsNotRead() async throws {
        let bytes = Self.bundle("batch", Self.made(3) { #"{"request":{"method":"GET","url":"Basic/\#($0)"}}"# })
        #expect(try BatchBundle(bytes).entries.count == 3)
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try BatchBundle(bytes).entries.count
        }
        await #expect(throws: CancellationError.self) { try await reading.value }
    }
}
