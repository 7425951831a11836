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

    // MARK: One long text

    private static func slashes(_ count: Int) -> String { String(repeating: "/", count: count) }

    private static let longTexts: [(members: String, place: String)] = [
        (#""url":"\#(slashes(1 << 20))""#, "request.url"), (#""url":"Basic/1","ifMatch":"\#(slashes(9_000))""#, "request.ifMatch"),
        (#""url":"Basic","ifNoneExist":"\#(slashes(9_000))""#, "request.ifNoneExist"), (#""url":"Basic/1","ifNoneMatch":"\#(slashes(9_000))""#, "request.ifNoneMatch"),
        (#""url":"Basic/1","ifModifiedSince":"\#(slashes(9_000))""#, "request.ifModifiedSince")
    ]

    /// An entry's texts are bounded before they are taken apart, and the resource before it is read: the bundle around them is as long as eight.
    @Test(arguments: longTexts) func longTextsOfARequestAreRefused(_ members: String, _ place: String) throws {
        let bundle = try BatchBundle(Self.bundle("batch", [#"{"resource":{"resourceType":"Basic"},"request":{"method":"PUT",\#(members)}}"#]))
        guard case .failure(let fault) = bundle.entries[0] else {
            Issue.record("it is taken")
            return
        }
        #expect(fault.code == .tooCostly && fault.path == "entry[0].\(place)")
        #expect(fault.message.description.contains("at most \(BundleEntry.longestText)"))
    }

    @Test func aResourceOfABundleIsNoLongerThanByItself() throws {
        let long = #"{"resourceType":"Basic","text":"\#(Self.slashes(ResourceDraft.limit))"}"#
        let request = #""request":{"method":"POST","url":"Basic"}"#
        let bundle = try BatchBundle(Self.bundle("batch", [#"{"resource":{"resourceType":"Basic"},\#(request)}"#, #"{"resource":\#(long),\#(request)}"#]))
        #expect(throws: Never.self) { try bundle.entries[0].get() }
        guard case .failure(let fault) = bundle.entries[1] else {
            Issue.record("it is taken")
            return
        }
        #expect(fault.code == .tooCostly && fault.path == "entry[1].resource")
        #expect(fault.message.description.contains("at most \(ResourceDraft.limit)"))
    }

    /// A url within its bounds is taken apart as far as it could mean something.
    @Test func aURLOfSlashesIsNone() throws {
        for url in ["Basic/1/_history/2/3", "Basic/1/\(Self.slashes(4_000))", Self.slashes(4_000)] {
            let bundle = try BatchBundle(Self.bundle("batch", [#"{"request":{"method":"GET","url":"\#(url)"}}"#]))
            guard case .failure(let fault) = bundle.entries[0] else {
                Issue.record("\(url.prefix(40)) is taken")
                continue
            }
            #expect(fault.code == .value)
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
