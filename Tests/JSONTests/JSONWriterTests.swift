import CareModels
import Foundation
import JSON
import Testing

@Suite struct JSONWriterTests {
    @Test func writesFromLeftToRight() {
        var json = JSONWriter()
        json.object {
            $0.member("text", "a\"\\\n\t\u{1}\u{7F}é")
            $0.member("number", -3)
            $0.object("inner") { $0.member("yes", true) }
            $0.list("list", [1, 2]) { $1.value($0) }
            $0.list("empty", [Int]()) { $1.value($0) }
            $0.member("raw", json: Array("[null]".utf8))
        }
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text == #"{"text":"a\"\\\n\t\u0001\u007fé","number":-3,"inner":{"yes":true},"list":[1,2],"empty":[],"raw":[null]}"#)
    }

    struct Place: Codable, Equatable, JSONWritable {
        var distance: Double?
        var name: String?
        var seen: Date?
        var visits: Int?

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("distance", distance)
                $0.member("name", name)
                $0.member("seen", seen)
                $0.member("visits", visits)
            }
        }
    }

    @Test(arguments: [0, -0.0, 1, -1.5, 40.71234, -118.2437, 0.1, 1e21, 1e-7, 123_456_789.125, 9_007_199_254_740_991, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
    func numbersAreReadAsTheyWere(_ number: Double) throws {
        var json = JSONWriter()
        json.object { $0.member("distance", number) }
        #expect(try CareJSON.decode(Place.self, from: Data(json.bytes)).distance == number)
    }

    @Test(arguments: [
        Place(), Place(distance: 3, name: "St. Mary's / \"East\" \\ Wing", seen: Date(timeIntervalSince1970: 1_700_000_000.25), visits: 7),
        Place(distance: 40.71234, name: "Krankenhaus Köln 🏥", seen: Date(timeIntervalSince1970: 1_700_000_000), visits: -1)
    ])
    func writesTheBytesOfCareJSON(_ place: Place) throws {
        var json = JSONWriter()
        place.write(to: &json)
        let encoded = try CareJSON.encode(place)
        #expect(Data(json.bytes) == encoded)
    }
}
