import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(5))) struct AttachmentTests {
    @Test func theFiveKindsAreKnownByTheirBytes() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let endings = ["image/png": "png", "application/pdf": "pdf", "audio/wav": "wav", "video/mp4": "mp4"]
            let cases: [([UInt8], MessageKind, String, Int?, Int?, Double?)] = [
                (Samples.png, .image, "image/png", 3, 2, nil),
                (Samples.pdf("hello"), .document, "application/pdf", nil, nil, nil),
                (Samples.wav(milliseconds: 1500), .audio, "audio/wav", nil, nil, 1.5),
                (Samples.mp4(milliseconds: 2500, bytes: 600_000, headerFirst: false), .video, "video/mp4", nil, nil, 2.5),
                (Samples.mp4(milliseconds: 900, bytes: 10, headerFirst: true), .video, "video/mp4", nil, nil, 0.9)
            ]
            for (bytes, kind, type, width, height, duration) in cases {
                // What the client says of it does not count.
                let answer = try await world.upload(bytes, patient, name: "C:\\pictures\\my file.exe")
                #expect(answer.status == 201, "\(answer.text)")
                let file = try answer.attachment
                #expect(file.kind == kind)
                #expect(file.contentType == type)
                #expect(file.size == bytes.count)
                // Whoever saves it has a file that opens as what it is.
                let ending = try #require(endings[type])
                #expect(file.fileName == "my file.exe.\(ending)")
                #expect(file.width == width)
                #expect(file.height == height)
                #expect(file.durationSeconds == duration)
                let download = try await world.get(file.download.url, nil)
                #expect(download.status == 200)
                #expect(download.body == bytes)
                #expect(download.headers.first(name: "Content-Type") == type)
                #expect(download.headers.first(name: "X-Content-Type-Options") == "nosniff")
                #expect(download.headers.first(name: "Content-Disposition")?.hasSuffix("; filename*=UTF-8''my%20file.exe.\(ending)") == true)
                let policy = try #require(download.headers.first(name: "Content-Security-Policy"))
                #expect(policy.hasPrefix("sandbox; default-src 'none'") && policy.hasSuffix("frame-ancestors 'none'; base-uri 'none'"))
            }
            #expect(try await world.upload(Array("#!/bin/sh\nrm -rf /\n".utf8), patient).status == 415)
            #expect(try await world.upload(Array("<html><script>".utf8), patient).status == 415)
            #expect(try await world.upload([], patient).status == 400)
            #expect(try await world.upload(Samples.png, patient, field: "picture").problem.fieldNames == ["picture"])
            #expect(try await world.count("SELECT count(*) FROM attachments WHERE NOT is_ready") == 0)
        }
    }

    /// What is told of it, and comes back, is what was stored: the picture without the position.
    @Test func picturesAreStoredWithoutTheirPosition() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let exif = Samples.segment(0xE1, PhotoOrientation.exif + Samples.exif(6))
            let picture = Samples.joined([0xFF, 0xD8], exif, Samples.jpegPicture, [0xFF, 0xD9])
            let answer = try await world.upload(picture + Samples.position, patient)
            #expect(answer.status == 201, "\(answer.text)")
            let file = try answer.attachment
            #expect(file.contentType == "image/jpeg")
            #expect([file.width, file.height] == [640, 480])
            let stored = try await world.get(file.download.url, nil).body
            #expect(stored.count == file.size)
            #expect(stored.count < picture.count)
            #expect(stored.ranges(of: Samples.position).isEmpty)
            #expect(Array(stored.suffix(Samples.jpegPicture.count + 2)) == Samples.jpegPicture + [0xFF, 0xD9])

            let damaged = try await world.upload(Samples.joined([0xFF, 0xD8, 0xFF, 0xE1, 0, 1], picture), patient)
            #expect(damaged.status == 400)
            #expect(try damaged.problem.fieldNames == ["file"])
            #expect(try await world.count("SELECT count(*) FROM attachments") == 1)
        }
    }

    /// Or one person could fill the disk with what nobody is ever sent.
    @Test func fewFilesWaitForTheirMessages() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let file = try await world.upload(Samples.png, patient).attachment
            try await world.pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    INSERT INTO attachments (id, owner_id, key_of, content_key, chunk_size, created_at)
                    SELECT gen_random_uuid(), owner_id, key_of, content_key, chunk_size, created_at
                    FROM attachments, generate_series(2, \(BeginUpload.mostUnused)) WHERE id = \(file.id)
                    """)
            }
            let refused = try await world.upload(Samples.png, patient)
            #expect(refused.status == 409)
            #expect(try refused.problem.slug == "too-many-unused-files")
            #expect(try await world.upload(Samples.png, provider).status == 201)
            let sent = try await world.send(
                .POST, "/conversations/\(made.id)/messages", patient, #"{"clientId":"m","content":{"image":{"attachmentId":"\#(file.id)"}}}"#)
            #expect(sent.status == 201)
            #expect(try await world.upload(Samples.png, patient).status == 201)
        }
    }

    @Test func partsAreServedByRange() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let bytes = Samples.mp4(milliseconds: 1, bytes: 900_000, headerFirst: true)
            let file = try await world.upload(bytes, patient).attachment
            #expect(try await world.count("SELECT count(*) FROM attachment_chunks WHERE attachment_id = \(file.id)") == 4)
            func part(_ range: String, ifRange: String? = nil) async throws -> Answer {
                var headers: HTTPHeaders = ["Range": range]
                if let ifRange { headers.add(name: "If-Range", value: ifRange) }
                return try await world.send(.GET, file.download.url, nil, [], headers: headers)
            }
            for range in [0..<1, 0..<bytes.count, 262_140..<262_150, 262_144..<524_288, 524_287..<800_001, bytes.count - 1..<bytes.count] {
                let answer = try await part("bytes=\(range.lowerBound)-\(range.upperBound - 1)")
                #expect(answer.status == 206)
                #expect(answer.body == Array(bytes[range]))
                #expect(answer.headers.first(name: "Content-Range") == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
            }
            let beyond = try await part("bytes=\(bytes.count)-")
            #expect(beyond.status == 416)
            #expect(beyond.headers.first(name: "Content-Range") == "bytes */\(bytes.count)")
            #expect(try await part("bytes=0-9", ifRange: "\"another\"").status == 200)
            #expect(try await part("bytes=0-9", ifRange: "\"\(file.id)\"").body == Array(bytes[0..<10]))
            let head = try await world.send(.HEAD, file.download.url, nil, [])
            #expect(head.status == 200)
            #expect(head.headers.first(name: "Content-Length") == String(bytes.count))
        }
    }

    @Test func anAddressExpiresAndCannotBeChanged() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let stranger = try await world.member(.patient)
            let file = try await world.upload(Samples.png, patient).attachment
            let other = try await world.upload(Samples.jpeg, stranger).attachment
            #expect(try await world.get("/attachments/\(file.id)", stranger).status == 404)
            #expect(try await world.get("/attachments/\(file.id)", nil).status == 401)
            #expect(try await world.get("/attachments/\(file.id)/content", patient).status == 403)
            let query = try #require(other.download.url.split(separator: "?").last)
            #expect(try await world.get("/attachments/\(file.id)/content?\(query)", nil).status == 403)
            let later = file.download.url.replacing("expires=", with: "expires=9")
            #expect(try await world.get(later, nil).status == 403)
            #expect(try await world.get(file.download.url, nil).status == 200)
            world.passTime(301)
            #expect(try await world.get(file.download.url, nil).status == 403)
            let fresh = try await world.get("/attachments/\(file.id)", patient).attachment
            #expect(try await world.get(fresh.download.url, nil).status == 200)
        }
    }

    @Test func aMessageTakesTheFileOnceAndTheOthersMayReadIt() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let stranger = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let picture = try await world.upload(Samples.png, provider, name: "scan.png").attachment
            let paper = try await world.upload(Samples.pdf("x"), provider, name: "report.pdf").attachment
            func send(_ content: String, _ author: World.Member, clientId: String = UUID().uuidString) async throws -> Answer {
                try await world.send(
                    .POST, "/conversations/\(made.id)/messages", author, #"{"clientId":"\#(clientId)","content":\#(content)}"#)
            }
            // Not theirs, not that kind.
            for (content, author, field) in [
                (#"{"image":{"attachmentId":"\#(picture.id)"}}"#, patient, "content.image.attachmentId"),
                (#"{"video":{"attachmentId":"\#(picture.id)"}}"#, provider, "content.video.attachmentId"),
                (#"{"document":{"attachmentId":"\#(paper.id)","thumbnailAttachmentId":"\#(UUID())"}}"#, provider, "content.document.thumbnailAttachmentId")
            ] {
                let refused = try await send(content, author)
                #expect(refused.status == 400)
                #expect(try refused.problem.fieldNames == [field])
            }
            let content = #"{"document":{"attachmentId":"\#(paper.id)","caption":"Your results","thumbnailAttachmentId":"\#(picture.id)"}}"#
            let sent = try await send(content, provider, clientId: "paper")
            #expect(sent.status == 201, "\(sent.text)")
            #expect(try sent.item.content?.document?.fileName == "report.pdf")
            #expect(try sent.item.content?.document?.contentType == "application/pdf")
            // What was sent is the answer to the first; to the second, what is read of it.
            let again = try await send(content, provider, clientId: "paper")
            #expect(again.status == 200)
            #expect(try again.item == sent.item)
            #expect(try await send(content, provider).status == 400)

            let shown = try await world.get("/attachments/\(paper.id)", patient).attachment
            #expect(try await world.get(shown.download.url, nil).body == Samples.pdf("x"))
            #expect(try await world.get("/attachments/\(picture.id)", patient).status == 200)
            #expect(try await world.get("/attachments/\(paper.id)", stranger).status == 404)
            // It is the patient's now: erasing the provider leaves it, erasing the patient destroys it.
            try await world.erase(provider)
            #expect(try await world.get("/attachments/\(paper.id)", patient).status == 200)
            try await world.erase(patient)
            #expect(try await world.get(shown.download.url, nil).status == 404)
            #expect(try await world.count("SELECT count(*) FROM attachment_chunks") == 0)
        }
    }

    @Test func aMessageThatIsTakenBackTakesItsFileWithIt() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let file = try await world.upload(Samples.png, patient).attachment
            let sent = try await world.send(
                .POST, "/conversations/\(made.id)/messages", patient, #"{"clientId":"i","content":{"image":{"attachmentId":"\#(file.id)"}}}"#)
            #expect(try sent.item.content?.image?.width == 3)
            #expect(try await world.send(.DELETE, "/messages/\(sent.item.id)", patient).status == 204)
            #expect(try await world.get(file.download.url, nil).status == 404)
            #expect(try await world.count("SELECT count(*) FROM attachment_chunks") == 0)
        }
    }

    @Test func aFileOverTheLimitIsRefusedAndLeavesNothing() async throws {
        try await World.run(size: 10, { $0.attachmentLimit = 300_000 }) { world in
            let patient = try await world.member(.patient)
            let small = Samples.mp4(milliseconds: 1, bytes: 299_000, headerFirst: true)
            #expect(try await world.upload(small, patient).status == 201)
            // Over the file's limit, below the body's.
            let large = Samples.mp4(milliseconds: 1, bytes: 301_000, headerFirst: true)
            let refused = try await world.upload(large, patient)
            #expect(refused.status == 413)
            #expect(refused.text.contains("300000"))
            let huge = try await world.upload([UInt8](repeating: 0, count: 2_000_000), patient)
            #expect(huge.status == 413)
            #expect(try await world.count("SELECT count(*) FROM attachments") == 1)
            // What nobody uses goes.
            world.passTime(86_401)
            let cutoff = world.dependencies.moment().addingTimeInterval(-86_400)
            _ = try await world.pool.transaction { try await $0.forgetUnusedAttachments(before: cutoff, limit: 10) }
            #expect(try await world.count("SELECT count(*) FROM attachment_chunks") == 0)
        }
    }

    @Test func anUploadThatIsBrokenOffLeavesNothing() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let boundary = "b"
            let length = 5_000_000
            let head = """
                POST /attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(patient.token)\r\nContent-Length: \(length)\r
                Content-Type: multipart/form-data; boundary=\(boundary)\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n
                """
            let socket = try await RawHTTP.connect(port: world.server.port)
            try await socket.write(Array(head.utf8) + Samples.mp4(milliseconds: 1, bytes: 600_000, headerFirst: true))
            // It is stored while it comes.
            while try await world.count("SELECT count(*) FROM attachment_chunks") < 2 { try await Task.sleep(for: .milliseconds(20)) }
            await socket.cut()
            while try await world.count("SELECT count(*) FROM attachments") > 0 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }
}
