import CareModels
import Crypto
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// Pictures that come as base64 in a resource.
@Suite(.timeLimit(.minutes(5))) struct AttachedPhotoTests {
    /// A JPEG with a TIFF's directory as its Exif.
    private static let photo: [UInt8] = {
        let exif = Array("Exif\0\0".utf8) + Files.tiff(padding: 0, isLittle: false)
        let segment: [UInt8] = [0xFF, 0xE1, UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 0xFF)] + exif
        return Array(Files.photo.prefix(2)) + segment + Array(Files.photo.dropFirst(2))
    }()
    private static let keep: HTTPHeaders = ["Care-Keep-Metadata": "true"]

    private static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
    private static func hash(_ bytes: [UInt8]) -> String { Data(Insecure.SHA1.hash(data: bytes)).base64EncodedString() }

    private static func patient(_ bytes: [UInt8], type: String = "image/jpeg", more: String = "") -> String {
        #"{"resourceType":"Patient","photo":[{"contentType":"\#(type)","data":"\#(text(bytes))"\#(more)}],"active":true}"#
    }

    private static func photo(_ answer: JSONValue) throws -> (bytes: [UInt8], size: Double?, hash: String?) {
        let photo = try #require(answer["photo"]?.children.first { _ in true })
        let bytes = try #require(photo["data"]?.string.flatMap { Data(base64Encoded: $0) })
        return ([UInt8](bytes), photo["size"]?.number, photo["hash"]?.string)
    }

    @Test func aPictureThatSaysWhereItWasTakenLosesThat() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let told = #","size":\#(Self.photo.count),"hash":"\#(Self.hash(Self.photo))""#
            let made = try await world.send(.POST, "/fhir/r4/Patient", patient, Self.patient(Self.photo, more: told))
            #expect(made.status == 201)
            let (bytes, size, hash) = try Self.photo(await world.get("/fhir/r4/Patient/\(made.id)", patient).json)
            #expect(bytes.ranges(of: Files.position).isEmpty && !PhotoPosition.isTold(in: bytes) && bytes.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(size == Double(bytes.count) && hash == Self.hash(bytes) && bytes.count < Self.photo.count)
            // Which way is up stays.
            #expect(bytes.ranges(of: PhotoOrientation.tiff(6)).count == 1)
            // What is said of the bytes is about those that were sent.
            let wrong = Self.patient(Self.photo, more: #","size":1"#)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, wrong).status == 422)
            for (type, sent, clean) in [("image/tiff", Files.tiff(padding: 9), Files.tiff(padding: 9, tells: false)), ("application/pdf", Self.photo, Self.photo)] {
                let other = try await world.send(.POST, "/fhir/r4/Patient", patient, Self.patient(sent, type: type))
                #expect(try Self.photo(other.json).bytes == clean)
            }
            let binary = #"{"resourceType":"Binary","contentType":"image/jpeg","data":"\#(Self.text(Self.photo))"}"#
            let file = try await world.send(.POST, "/fhir/r4/Binary", patient, binary)
            #expect(try await world.get("/fhir/r4/Binary/\(file.locationID)", patient, headers: ["Accept": "image/jpeg"]).body == bytes)
        }
    }

    @Test func whatTellsNoPositionStaysToTheCharacter() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for (type, bytes) in [("image/jpeg", Files.photo), ("image/png", Files.picture), ("image/tiff", Files.tiff(padding: 9, tells: false))] {
                let made = try await world.send(.POST, "/fhir/r4/Patient", patient, Self.patient(bytes, type: type))
                #expect(made.status == 201, "\(made.text)")
                #expect(try Self.photo(await world.get("/fhir/r4/Patient/\(made.id)", patient).json).bytes == bytes)
            }
        }
    }

    @Test func whoAsksToKeepItKeepsIt() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = Self.patient(Self.photo)
            let own = body.replacing(#""resourceType":"Patient","#, with: #""resourceType":"Patient","id":"a","#)
            let entry = #"{"resource":\#(own),"request":{"method":"PUT","url":"Patient/a"}}"#
            let bundle = #"{"resourceType":"Bundle","type":"batch","entry":[\#(entry)]}"#
            func kept() async throws -> Bool { try Self.photo(await world.get("/fhir/r4/Patient/a", patient).json).bytes == Self.photo }
            func imported(_ headers: HTTPHeaders) async throws -> [Double?] {
                let answer = try await world.send(.POST, "/fhir/r4/$import", patient, Array(own.utf8), headers: headers, type: "application/fhir+ndjson")
                return try answer.json["parameter"]?.children.prefix(3).map { $0["valueInteger"]?.number } ?? []
            }
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, own, headers: Self.keep).status == 201)
            #expect(try await kept())
            // What a patch leaves alone stays.
            let patch = #"[{"op":"replace","path":"/active","value":false}]"#
            #expect(try await world.send(.PATCH, "/fhir/r4/Patient/a", patient, patch, headers: ["Content-Type": "application/json-patch+json"]).status == 200)
            #expect(try await kept())
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, own).status == 200)
            #expect(try await !kept())
            // Sent again, it is there already.
            #expect(try await imported([:]) == [0, 0, 1])
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle, headers: Self.keep).status == 200)
            #expect(try await kept())
            #expect(try await imported([:]) == [0, 0, 1])
            #expect(try await kept())
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle).status == 200)
            #expect(try await !kept())
            #expect(try await imported(Self.keep) == [0, 1, 0])
            #expect(try await kept())
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, own, headers: ["Care-Keep-Metadata": "yes"]).status == 400)
        }
    }
}
