import Foundation
import JSON
import Testing

@testable import FHIR

/// `near`, and how far that is.
@Suite struct NearnessTests {
    private static let r4 = SearchParser(.r4, base: "", now: Date(timeIntervalSince1970: 0))
    private static let stu3 = SearchParser(.stu3, base: "", now: Date(timeIntervalSince1970: 0))

    private static func location(_ latitude: String, _ longitude: String) throws -> JSONValue {
        try JSONDocument(Array(#"{"resourceType":"Location","position":{"latitude":\#(latitude),"longitude":\#(longitude)}}"#.utf8)).root
    }

    /// Great circles as they are known: an arc of a degree is 111.195 km.
    @Test(arguments: [
        // Paris and London, 343.6 km apart.
        ("48.8566|2.3522|345|km", "51.5074", "-0.1278", true), ("48.8566|2.3522|342|km", "51.5074", "-0.1278", false),
        ("48.8566|2.3522|214|[mi_i]", "51.5074", "-0.1278", true), ("48.8566|2.3522|213|[mi_i]", "51.5074", "-0.1278", false),
        ("48.8566|2.3522|345000|m", "51.5074", "-0.1278", true), ("48.8566|2.3522|345", "51.5074", "-0.1278", true),
        ("48.8566|2.3522|186|[nmi_i]", "51.5074", "-0.1278", true), ("48.8566|2.3522|185|[nmi_i]", "51.5074", "-0.1278", false),
        // Over the antimeridian, and where it is one line.
        ("0|179.9|23|km", "0", "-179.9", true), ("0|179.9|22|km", "0", "-179.9", false), ("10|180|0|m", "10", "-180", true),
        // Over the pole, and at it.
        ("89.9|0|23|km", "89.9", "180", true), ("89.9|0|22|km", "89.9", "180", false), ("90|0|0.001|m", "90", "77", true), ("-90|0|1|km", "90", "0", false),
        // As far as anything is.
        ("-90|0|20016|km", "90", "0", true), ("0|0|20016|km", "0", "180", true), ("0|0|20015|km", "0", "180", false),
        // The same place.
        ("48.8566|2.3522|0|km", "48.8566", "2.3522", true), ("48.8566|2.3522|0|km", "48.8567", "2.3522", false),
        // Ten kilometres when nobody says.
        ("0|0", "0", "0.0899", true), ("0|0", "0", "0.09", false), ("0|0||[mi_i]", "0", "0.0899", true), ("0|0|", "0.09", "0", false),
        // Any of several, each with its own distance.
        ("40|40|1|km,0|0|1|km", "0", "0.001", true), ("40|40|1000|km,0|0|1|km", "0", "0.1", false),
        // What is no place is near to nothing.
        ("90|0|30000|km", "91", "0", false), ("0|180|30000|km", "0", "181", false), ("0|0|30000|km", #""0""#, "0", false)
    ])
    func isNear(_ near: String, _ latitude: String, _ longitude: String, _ isNear: Bool) throws {
        guard case .body(let condition) = try Self.r4.condition("near", near, of: "Location") else {
            Issue.record("\(near) asks no body")
            return
        }
        #expect(condition.holds(of: try Self.location(latitude, longitude)) == isNear, "\(near): \(latitude) \(longitude)")
    }

    /// STU3 says in a parameter of its own how far.
    @Test(arguments: [
        (["near=0:0", "near-distance=12|http://unitsofmeasure.org|km"], "0.1", true), (["near=0:0", "near-distance=11||km"], "0.1", false),
        (["near-distance=7|http://unitsofmeasure.org|[mi_i]", "near=0:0"], "0.1", true), (["near=0:0", "near-distance=12"], "0.1", true),
        (["near=0:0", "near-distance=12", "near-distance=11"], "0.1", false), (["near=0:0"], "0.1", false), (["near=0:0,0:1", "near-distance=1"], "1", true)
    ])
    func distanceIsSaidApart(_ queries: [String], _ longitude: String, _ isNear: Bool) throws {
        let conditions = try queries.map { query in
            let halves = query.split(separator: "=", maxSplits: 1).map(String.init)
            return try Self.stu3.condition(halves[0], halves[1], of: "Location")
        }
        let location = try Self.location("0", longitude)
        let joined = try SearchCondition.joined(conditions)
        #expect(joined.count == queries.count { $0.hasPrefix("near=") })
        let holds = joined.allSatisfy { condition in if case .body(let body) = condition { body.holds(of: location) } else { false } }
        #expect(holds == isNear)
    }

    @Test(arguments: [
        "1", "1|2|3|km|x", "a|b", "90.01|0", "-91|0", "0|180.5", "0|-181", "1e400|0", "nan|0", "0|inf", "0|0|-1|km", "0|0|x|km", "0|0|1|lightyear", "0|0|1|KM",
        "0x10|0", "|", "0|", "1:2", "0|0|1|km,", "0|0|1e999999999999999999999|km", "0|0|1e307|km"
    ])
    func refuses(_ near: String) {
        #expect { try Self.r4.condition("near", near, of: "Location") } throws: { ($0 as? SearchFault)?.name == "near" }
    }

    @Test(arguments: [
        "near=1|2", "near=1", "near=1:2:3", "near=91:0", "near=0:181", "near=x:y", "near-distance=x", "near-distance=-1", "near-distance=1|urn:other|km",
        "near-distance=1||x", "near-distance=1|a|b|c", "near-distance=1,2", "near-distance=gt5||km"
    ])
    func refusesOfSTU3(_ query: String) {
        let halves = query.split(separator: "=", maxSplits: 1).map(String.init)
        #expect { try Self.stu3.condition(halves[0], halves[1], of: "Location") } throws: { ($0 as? SearchFault)?.name == halves[0] }
    }

    @Test func whatDoesNotBelong() throws {
        for (parser, name, type) in [
            (Self.r4, "near", "Patient"), (Self.r4, "near-distance", "Location"), (Self.stu3, "near", "Patient"), (Self.r4, "near:missing", "Location")
        ] {
            #expect(throws: SearchFault.self) { try parser.condition(name, "0|0", of: type) }
        }
        // How far, of nothing; and not behind a reference, where nobody could say of what.
        #expect(throws: SearchFault.self) { try SearchCondition.joined([try Self.stu3.condition("near-distance", "5", of: "Location")]) }
        #expect(throws: SearchFault.self) { try Self.stu3.condition("location:Location.near-distance", "5", of: "Encounter") }
        #expect(throws: Never.self) { try Self.stu3.condition("location.near", "0:0", of: "Encounter") }
    }
}
