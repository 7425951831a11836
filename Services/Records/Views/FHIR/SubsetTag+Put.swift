import FHIR
import JSON

extension SubsetTag {
    /// `meta` as it was written, with the tag behind its own.
    static func put(on meta: JSONValue?, _ release: FHIRRelease) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("system", system(release))
            json.member("code", code)
        }
        let tag = json.bytes
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for member in meta.map({ Array($0.children) }) ?? [] where !member.isNamed("tag") {
            bytes += member.memberBytes
            bytes.append(UInt8(ascii: ","))
        }
        bytes += Array("\"tag\":[".utf8)
        for own in meta?["tag"].map({ Array($0.children) }) ?? [] {
            bytes += own.bytes
            bytes.append(UInt8(ascii: ","))
        }
        return bytes + tag + Array("]}".utf8)
    }
}
