import CareModels
import Crypto
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService
@testable import Sealing

@Suite(.timeLimit(.minutes(5))) struct AppDataKeyRouteTests {
    /// A device of a person's.
    private struct Device {
        let world: World
        let person: World.Person
        let key = P256.KeyAgreement.PrivateKey()

        var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }
        var thumbprint: String { ClientKey([UInt8](key.publicKey.x963Representation))?.thumbprint ?? "" }

        func challenge(as other: World.Person? = nil) async throws -> Answer {
            let body = Array(#"{"publicKey": "\#(publicKey)"}"#.utf8)
            return try await world.send(.POST, "/app-data/keys/challenges", other ?? person, body, type: "application/json")
        }

        /// The body that keeps the key.
        func proof() async throws -> [String: String] {
            let challenge = try await challenge()
            #expect(challenge.status == 200)
            func bytes(_ name: String) throws -> Data { Data(try #require(try challenge.json[name]?.string.flatMap { Base64URL.decode($0) })) }
            var opener = try HPKE.Recipient(
                privateKey: key, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data("careline app data proof v1".utf8), encapsulatedKey: bytes("encapsulated"))
            let answer = try opener.open(bytes("sealed"), authenticating: Data("\(person.id)\n\(thumbprint)".utf8))
            return ["publicKey": publicKey, "expiresAt": try #require(try challenge.json["expiresAt"]?.string), "answer": Base64URL.encode(answer)]
        }

        func keep(_ body: [String: String], as other: World.Person? = nil) async throws -> Answer {
            let json = [UInt8](try JSONEncoder().encode(body))
            return try await world.send(.POST, "/app-data/keys", other ?? person, json, type: "application/json")
        }

        func keepOne() async throws -> Answer { try await keep(proof()) }

        func kept() async throws -> String { try await keepOne().id }

        /// Its form counts, not what is in it.
        func envelope(_ revision: Int, _ content: String, for keys: [String]? = nil) -> String {
            let recipients = (keys ?? [thumbprint]).map { key in
                #"{"key":"\#(key)","encapsulated":"\#(Base64URL.encode([UInt8](repeating: 4, count: 65)))","wrapped":"\#(Base64URL.encode([UInt8](repeating: 5, count: 48)))"}"#
            }
            return """
                {"version":1,"suite":"HPKE-P256-SHA256-A256GCM","objectId":"0b0f4a52-6f0e-4a38-9d1c-2f7a1f9f3c11","revision":\(revision),\
                "nonce":"QEFCQ0RFRkdISUpL","ciphertext":"\(Base64URL.encode(Array((content + String(repeating: ".", count: 16)).utf8)))",\
                "recipients":[\(recipients.joined(separator: ","))]}
                """
        }

        func store(_ envelope: String, at id: String? = nil, if version: Int? = nil, type: String = SealedEnvelope.mediaType) async throws -> Answer {
            let headers: HTTPHeaders = version.map { ["If-Match": "\"\($0)\""] } ?? [:]
            return try await world.send(id == nil ? .POST : .PUT, id.map { "/app-data/\($0)" } ?? "/app-data", person, Array(envelope.utf8), headers: headers, type: type)
        }
    }

    @Test func aPersonHasSoManyAtMost() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let first = Device(world: world, person: patient)
            let proof = try await first.proof()
            #expect(try await first.keep(proof).status == 201)
            try await world.pool.transaction { tx in
                let key = try await world.dependencies.keys.forWriting(patient.id, alone: true, tx)
                for number in 1..<AppDataKey.most {
                    let kept = AppDataKey(id: AppDataKeyID(UUID()), thumbprint: "another \(number)", publicKey: "", createdAt: world.clock.now)
                    try await tx.insert(kept, key)
                }
            }
            let refused = try await Device(world: world, person: patient).keepOne()
            #expect(try refused.status == 409 && refused.problem.slug == "quota-exceeded")
            let numbers: QuotaBody = try refused.decode()
            #expect(numbers.limit == AppDataKey.most && numbers.used == AppDataKey.most)
            // One that is kept is as it was.
            #expect(try await first.keep(proof).status == 201)
        }
    }

    @Test func aKeyIsKeptByWhoHasItListedAndRetired() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let device = Device(world: world, person: patient)
            let proof = try await device.proof()
            for (wrong, by) in [(proof, other), (proof.merging(["answer": "AAAA"]) { _, new in new }, patient), (proof.filter { $0.key != "answer" }, patient)] {
                #expect(try await device.keep(wrong, as: by).status == 400)
            }
            let later = proof.merging(["expiresAt": "2099-01-01T00:00:00Z"]) { _, new in new }
            #expect(try await device.keep(later).status == 400)
            let kept = try await device.keep(proof.merging(["name": "Phone"]) { _, new in new })
            #expect(kept.status == 201)
            #expect(try kept.json["thumbprint"]?.string == device.thumbprint && kept.json["name"]?.string == "Phone")
            // Again it is the same.
            #expect(try await device.keep(proof).id == kept.id)
            let list = try await world.send(.GET, "/app-data/keys", patient)
            #expect(try list.json["items"]?.childCount == 1)
            #expect(try await world.send(.GET, "/app-data/keys", other).json["items"]?.childCount == 0)
            #expect(try await world.send(.DELETE, "/app-data/keys/\(kept.id)", other).status == 404)
            for _ in 0..<2 { #expect(try await world.send(.DELETE, "/app-data/keys/\(kept.id)", patient).status == 204) }
            #expect(try await device.keep(proof).status == 400)
            world.clock.advance(601)
            let fresh = Device(world: world, person: patient)
            let late = try await fresh.proof()
            world.clock.advance(601)
            #expect(try await fresh.keep(late).status == 400)
            for refused in [try world.patient(scope: "records:read"), try world.machine()] {
                #expect(try await device.challenge(as: refused).status == 403)
            }
        }
    }

    /// A batch is no way around it.
    @Test func whatIsSealedStaysSealedInABatchToo() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let (device, stranger) = (Device(world: world, person: patient), Device(world: world, person: try world.patient()))
            _ = try await device.kept()
            let id = try await device.store(device.envelope(1, "one")).id
            func item(_ operation: String, _ content: String, _ more: String = "", type: String = SealedEnvelope.mediaType) -> String {
                let data = Data(content.utf8).base64EncodedString()
                return #"{"operation":"\#(operation)"\#(more),"contentType":"\#(type)","data":"\#(data)"}"#
            }
            func send(_ items: [String]) async throws -> Answer {
                let body = #"{"items":[\#(items.joined(separator: ","))]}"#
                return try await world.send(.POST, "/app-data/batch", patient, Array(body.utf8), type: "application/json")
            }
            let own = #","id":"\#(id)""#
            let answer = try await send([
                item("update", #"{"mood":"better"}"#, own, type: "application/json"), item("update", device.envelope(1, "two"), own),
                item("create", stranger.envelope(1, "three")), item("create", stranger.envelope(1, "three"), #","id":"named""#),
                item("update", device.envelope(2, "two"), own), item("create", device.envelope(1, "four"))
            ])
            #expect(answer.status == 200)
            #expect(try answer.json["items"]?.children.map { $0["status"]?.number } == [400, 400, 400, 400, 200, 201])
            #expect(try await world.get("/app-data/\(id)", patient).text == device.envelope(2, "two"))
            let storage = try await world.storage(patient)
            #expect(storage.counted == storage.stored)
            // Its form is looked at before anything is done.
            for wrong in [item("create", "{}"), item("create", "{", type: "application/json")] {
                let refused = try await send([wrong])
                #expect(refused.status == 400 && refused.text.contains("items[0].data"))
            }
            #expect(try await world.count("SELECT count(*) FROM records") == 2)
        }
    }

    @Test func whatIsSealedStaysSealedAndIsShared() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let (phone, tablet) = (Device(world: world, person: patient), Device(world: world, person: patient))
            // To nobody's key, or a key of another person's alone.
            #expect(try await phone.store(phone.envelope(1, "one")).status == 400)
            let phoneID = try await phone.kept()
            let stored = try await phone.store(phone.envelope(1, "one"))
            #expect(stored.status == 201)
            let id = stored.id
            #expect(try await world.send(.GET, "/app-data/\(id)", patient).text == phone.envelope(1, "one"))
            // Not in the clear any more, and no other state under the same revision.
            #expect(try await phone.store(#"{"mood":"better"}"#, at: id, if: 1, type: "application/json").status == 400)
            #expect(try await phone.store(phone.envelope(1, "two"), at: id, if: 1).status == 400)
            // Shared: for one more key, not a byte of it changed.
            _ = try await tablet.kept()
            let both = phone.envelope(1, "one", for: [phone.thumbprint, tablet.thumbprint])
            #expect(try await phone.store(both, at: id, if: 1).status == 200)
            #expect(try await phone.store(both, at: id, if: 1).status == 412)
            // A key that is retired gets nothing new.
            #expect(try await world.send(.DELETE, "/app-data/keys/\(phoneID)", patient).status == 204)
            #expect(try await phone.store(phone.envelope(2, "two", for: [phone.thumbprint, tablet.thumbprint]), at: id, if: 2).status == 400)
            #expect(try await phone.store(phone.envelope(2, "two", for: [tablet.thumbprint]), at: id, if: 2).status == 200)
            // A key of somebody else's beside.
            let other = Device(world: world, person: try world.patient())
            #expect(try await phone.store(phone.envelope(2, "two", for: [tablet.thumbprint, other.thumbprint]), at: id, if: 3).status == 200)
            try await world.pool.transaction { try await ErasePerson(keys: world.dependencies.keys, now: world.clock.now)(patient.id, $0) }
            #expect(try await world.count("SELECT count(*) FROM app_data_keys") == 0)
        }
    }
}
