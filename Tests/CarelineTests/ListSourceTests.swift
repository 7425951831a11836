import Foundation
import Testing

@testable import Careline

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
        let list = try await ListSource("\(path)/\(file)").read(trusting: nil)
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

    private static func words(_ body: () async throws -> Void) async -> String {
        do { try await body() } catch { return "\(error)" }
        return "nothing is wrong"
    }
}
