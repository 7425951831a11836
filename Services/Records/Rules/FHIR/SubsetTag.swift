import FHIR
import JSON

/// What marks a resource of which something was left out (http://hl7.org/fhir/R4/valueset-common-tags.html). Such a one is shown, and never stored: it would take
/// away what its reader did not see.
enum SubsetTag {
    private static let code = "SUBSETTED"

    private static func system(_ release: FHIRRelease) -> String {
        switch release {
        case .r4: "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"
        case .stu3: "http://hl7.org/fhir/v3/ObservationValue"
        }
    }

    /// By either release's name of it.
    static func isOn(_ meta: JSONValue?) -> Bool {
        meta?["tag"]?.children.contains { tag in
            tag["code"]?.string == code && FHIRRelease.allCases.contains { tag["system"]?.string == system($0) }
        } ?? false
    }

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
