import CareModels
import Foundation
import Testing

@testable import Careline

@Suite struct EventContractTests {
    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func thePublishedFilesAreTheCatalogs() throws {
        try ContractFiles(directory: Self.checkout.appendingPathComponent("deploy/api")).check()
    }

    @Test func driftIsNamed() throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("careline-contracts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let files = ContractFiles(directory: scratch)
        _ = try files.write()
        try files.check()

        try Data("{}\n".utf8).write(to: scratch.appendingPathComponent("schemas/care.users.deleted.v1.json"))
        try FileManager.default.removeItem(at: scratch.appendingPathComponent("schemas/care.users.registered.v1.json"))
        try Data().write(to: scratch.appendingPathComponent("schemas/care.users.forgotten.v1.json"))
        do {
            try files.check()
            Issue.record("three faults were not seen")
        } catch let drift as ContractFiles.Drift {
            let files = drift.lines.map { line in String(line.prefix { $0 != ":" }) }
            #expect(
                files == [
                    "schemas/care.users.registered.v1.json", "schemas/care.users.deleted.v1.json",
                    "schemas/care.users.forgotten.v1.json"
                ])
        }
    }

    @Test func theSchemaIsTheTypesOwn() throws {
        let entry = try #require(EventCatalog.entry(type: UserRegistered.type))
        let schema = try EventSchema(entry: entry).document()
        #expect(schema["required"] == ["userId", "version", "username", "role", "registeredAt"])
        #expect(schema["properties"]?["role"]?["enum"] == ["patient", "provider", "scheduler", "admin", "service"])
        #expect(schema["properties"]?["userId"]?["format"] == "uuid")
        #expect(schema["properties"]?["registeredAt"]?["format"] == "date-time")
        #expect(schema["properties"]?["fullName"]?["type"] == "string")
        #expect(schema["properties"]?["version"]?["minimum"] == 1)
        #expect(schema["properties"]?["providerSpecialty"]?["deprecated"] == true)
        #expect(schema["properties"]?["specialty"]?["deprecated"] == nil)
    }

    @Test func aTypeThatCannotBeDescribedIsNamed() {
        struct Odd: Decodable { var anything: [String: Int] }
        #expect(throws: SchemaDecoder.Unsupported.self) { try SchemaDecoder.schema(of: Odd.self) }
    }

    @Test func listsAndNestedStructsAreDescribed() throws {
        struct Inner: Decodable { var count: Int }
        struct Outer: Decodable { var inner: [Inner]; var flag: Bool?; var ratio: Double }
        let schema = try SchemaDecoder.schema(of: Outer.self)
        #expect(schema["required"] == ["inner", "ratio"])
        #expect(schema["properties"]?["inner"]?["items"]?["properties"]?["count"]?["type"] == "integer")
        #expect(schema["properties"]?["flag"]?["type"] == "boolean")
    }
}
