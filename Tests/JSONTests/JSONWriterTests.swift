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

    /// Texts are looked through eight bytes at a time: wherever a byte stands that is escaped, and whatever stands beside it, it is found.
    @Test func escapesWhereverAByteStands() throws {
        let plain = Array("\u{20}!#[]~\u{80}ÿé🏥".unicodeScalars.map { String($0) })
        for code in UInt8(0)..<0x80 {
            let scalar = String(Unicode.Scalar(code))
            for place in 0..<18 {
                let neighbour = plain[(place + Int(code)) % plain.count]
                let text = String(repeating: neighbour, count: place) + scalar + String(repeating: neighbour, count: 17 - place)
                let written = JSONWriter.quoted(text)
                #expect(try CareJSON.decode([String].self, from: Data("[".utf8) + written + Data("]".utf8)) == [text])
                let isEscaped = code < 0x20 || code == 0x7F || scalar == "\"" || scalar == "\\"
                #expect((written.count > text.utf8.count + 2) == isEscaped, "\(code) at \(place)")
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
