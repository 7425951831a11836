import CareModels

@testable import FHIR
@testable import JSON
@testable import RecordsService

extension FuzzTarget {
    /// Changes of parts of a resource: its line, then a patch of either kind, or another version that the difference is told to. What a patch makes is JSON and the same
    /// each time; the difference of two valid resources makes the one of the other.
    static let patch = FuzzTarget("patch", longest: 32 << 10) { input in
        let parts = input.split(separator: 0x0A, maxSplits: 1).map(Array.init)
        guard parts.count == 2, let one = value(parts[0]), let other = value(parts[1]) else { return }
        if let patch = try? JSONPatch(other) { check { try patch.apply(to: one) } }
        unchanged(one, other)
        for release in FHIRRelease.allCases {
            if let patch = try? FHIRPathPatch(other, release) { check { try patch.apply(to: one) } }
            difference(one, other, release)
            kept(parts[0], other, release)
        }
    }

    /// What a patch puts together may lie deeper than either.
    private static func value(_ bytes: [UInt8], depth: Int = JSONLimits.resource.depth) -> JSONValue? { try? JSONDocument(bytes, limits: JSONLimits(depth: depth)).root }

    private static func check(_ apply: () throws -> [UInt8]) {
        do {
            let bytes = try apply()
            expect(bytes.count <= JSONPatch.longest, "\(bytes.count) bytes")
            expect(value(bytes, depth: 3 * JSONLimits.resource.depth) != nil, "it makes what is no JSON: \(String(decoding: bytes, as: UTF8.self))")
            expect((try? apply()) == bytes, "the second time it makes another")
        } catch is PatchFault {
        } catch {
            fatalError("refused for another reason: \(error)")
        }
    }

    /// A test that holds leaves every byte; what is put in and taken out again, everything else.
    private static func unchanged(_ one: JSONValue, _ other: JSONValue) {
        let test = #"[{"op":"test","path":"","value":\#(String(decoding: one.bytes, as: UTF8.self))}]"#
        if let patch = value(Array(test.utf8), depth: 2 * JSONLimits.resource.depth) {
            expect((try? JSONPatch(patch).apply(to: one)) == Array(one.bytes), "it is not what it is")
        }
        guard one.kind == .object, one["added"] == nil else { return }
        let both = #"[{"op":"add","path":"/added","value":\#(String(decoding: other.bytes, as: UTF8.self))},{"op":"remove","path":"/added"}]"#
        guard let patch = value(Array(both.utf8), depth: 2 * JSONLimits.resource.depth) else { fatalError("the fuzzer's own patch") }
        guard let bytes = try? JSONPatch(patch).apply(to: one), let after = value(bytes) else { fatalError("put in and taken out, nothing is left") }
        expect(after.isSame(one), "put in and taken out, another is left")
    }

    private static func difference(_ one: JSONValue, _ other: JSONValue, _ release: FHIRRelease) {
        guard one.kind == .object, other.kind == .object, let difference = try? ResourceDiff.parameters(from: one, to: other, release) else { return }
        guard let parameters = value(difference, depth: 3 * JSONLimits.resource.depth) else { fatalError("a difference that is no JSON") }
        expect((try? ResourceDiff.parameters(from: one, to: one, release)) == Array(#"{"resourceType":"Parameters"}"#.utf8), "it differs from itself")
        guard isValid(one, release), isValid(other, release), one["resourceType"]?.string == other["resourceType"]?.string else { return }
        guard parameters["parameter"]?.childCount ?? 0 <= FHIRPathPatch.mostOperations else { return }
        do {
            let bytes = try FHIRPathPatch(parameters, release).apply(to: one)
            guard let made = value(bytes) else { fatalError("it makes what is no JSON") }
            let (mine, theirs) = (members(of: made), members(of: other))
            expect(mine.keys == theirs.keys && mine.allSatisfy { theirs[$0.key]?.isSame($0.value) == true }, "it makes \(String(decoding: bytes, as: UTF8.self))")
        } catch {
            fatalError("a difference cannot be applied: \(error); \(String(decoding: difference, as: UTF8.self))")
        }
    }

    private static func isValid(_ resource: JSONValue, _ release: FHIRRelease) -> Bool { (try? Validator(release).validate(resource).isValid) == true }

    /// But for the server's own.
    private static func members(of resource: JSONValue) -> [[UInt8]: JSONValue] { resource.membersByName.filter { $0.key != Array("meta".utf8) } }

    /// As Records does it: what it is called stays, whatever the patch says.
    private static func kept(_ bytes: [UInt8], _ patch: JSONValue, _ release: FHIRRelease) {
        guard let before = try? ResourceDraft(bytes), let id = before.id else { return }
        let patches = [try? ResourcePatch(json: patch), try? ResourcePatch(parameters: patch, release), try? ResourcePatch(entry: patch, release)]
        for patch in patches.compactMap(\.self) {
            do {
                let after = try patch.apply(to: bytes, type: before.type, id: id)
                expect(after.type == before.type && after.id == id, "it is \(after.type)/\(after.id ?? "")")
            } catch is ResourceFault {
            } catch is InvalidResource {
            } catch {
                fatalError("refused for another reason: \(error)")
            }
        }
    }
}
