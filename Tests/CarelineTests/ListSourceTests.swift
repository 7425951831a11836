import Foundation
import Testing

@testable import Careline
@testable import Fetch

/// Lists of emergency rooms in files; those behind TLS are tried in Tests/Outside/tls.
@Suite struct ListSourceTests {
    @Test(arguments: [("Hospitals 2026.csv", "hospitals-2026"), ("list", "list"), ("a.b.geojson", "a-b")])
    func aListIsCalledAfterItsFile(_ file: String, _ name: String) async throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let isGeoJSON = file.hasSuffix("json")
        let text = isGeoJSON ? #"{"type": "FeatureCollection", "features": []}"# : "id,name\n1,A\n"
        try text.write(toFile: "\(path)/\(file)", atomically: true, encoding: .utf8)
        let list = try #require(try await ListSource("\(path)/\(file)").read(trusting: nil))
        #expect(list.name == name && list.isGeoJSON == isGeoJSON)
        #expect(try list.records().count == (isGeoJSON ? 0 : 1))
    }

    @Test func whatIsWrongIsSaidWithItsPlace() async {
        let list = ListSource.List(place: "https://example.org/list.csv", bytes: [0xFF], isGeoJSON: false, name: "list")
        #expect(await Self.words { _ = try list.records() }.hasPrefix("https://example.org/list.csv: the file is not in UTF-8"))
        #expect(await Self.words { _ = try await ListSource("/nowhere/list.csv").read(trusting: nil) }.hasPrefix("/nowhere/list.csv cannot be read"))
        // Nothing after the question mark: it may be a key.
        #expect(
            await Self.words { _ = try await ListSource("https://nowhere.invalid/list.csv?key=mine").read(trusting: nil) }
                .hasPrefix("https://nowhere.invalid/list.csv cannot be fetched: "))
    }

    // MARK: Versions

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private static func version(_ headers: [(name: String, value: String)]) -> ListVersion {
        ListVersion(FetchResponse(status: 200, headers: headers, body: [], url: "https://example.org/list.csv"))
    }

    @Test func aVersionIsWhatItsServerSays() {
        let both = Self.version([("etag", #"W/"7""#), ("Last-Modified", "Mon, 02 Mar 2026 15:04:05 GMT")])
        #expect(both.conditions.map { $0.name } == ["If-None-Match", "If-Modified-Since"])
        #expect(both.conditions.map { $0.value } == [#"W/"7""#, "Mon, 02 Mar 2026 15:04:05 GMT"])
        #expect(Self.version([("Date", "Mon, 02 Mar 2026 15:04:05 GMT")]).conditions.isEmpty)
        // What could not be sent again.
        let long = String(repeating: "a", count: ListVersion.longest + 1)
        for value in ["", "\"é\"", "\"a\tb\"", long] { #expect(Self.version([("ETag", value)]) == ListVersion()) }
    }

    @Test func itIsKnownOfTheSameListSourceAndPlatformAlone() throws {
        try Self.inFolder { folder in
            let (file, version) = ("\(folder)/version.json", Self.version([("ETag", #""7""#)]))
            let list = ["https://example.org/list.csv?key=mine", "", "https://care.example"]
            let before = try ListMemory(file, of: list)
            #expect(before.known == nil)
            try before.keep(version)
            #expect(try ListMemory(file, of: list).known == version)
            for index in list.indices {
                var other = list
                other[index] += "x"
                #expect(try ListMemory(file, of: other).known == nil)
            }
            #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("mine"), "an address may hold a secret")
        }
    }

    @Test func aFileOfSomethingElseIsLeftAlone() throws {
        try Self.inFolder { folder in
            for (name, text) in [("list.csv", "id,name\n1,A\n"), ("other.json", #"{"etag": "7"}"#)] {
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                #expect(throws: Failure.self) { try ListMemory("\(folder)/\(name)", of: ["a"]) }
                #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == text)
            }
        }
    }

    private static func words(_ body: () async throws -> Void) async -> String {
        do { try await body() } catch { return "\(error)" }
        return "nothing is wrong"
    }
}
