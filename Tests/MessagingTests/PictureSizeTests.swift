import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(5))) struct PictureSizeTests {
    /// A picture in a message of the first, who is a patient, to the second.
    private struct Sent {
        var world: World
        var patient, provider: World.Member
        var message: MessageID
        var file: AttachmentBody

        init(_ bytes: [UInt8], in world: World) async throws {
            self.world = world
            (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let made = try await world.converse(patient, provider)
            file = try await world.upload(bytes, patient, name: "foot.png").attachment
            let sent = try await world.send(
                .POST, "/conversations/\(made.id)/messages", patient, #"{"clientId":"i","content":{"image":{"attachmentId":"\#(file.id)"}}}"#)
            #expect(sent.status == 201, "\(sent.text)")
            message = try sent.item.id
        }

        /// By the address that this person is given.
        func read(_ size: String, _ member: World.Member, headers: HTTPHeaders = [:]) async throws -> Answer {
            let shown = try await world.get("/attachments/\(file.id)", member).attachment
            return try await world.get("\(shown.download.url)&size=\(size)", nil, headers: headers)
        }

        var kept: Int { get async throws { try await world.count("SELECT count(*) FROM attachment_renditions WHERE attachment_id = \(file.id)") } }
    }

    private static func run(_ body: (World, PictureProgram) async throws -> Void) async throws {
        try await PictureProgram.run { program in
            try await World.run(thumbnailer: program.thumbnailer) { world in try await body(world, program) }
        }
    }

    @Test(.enabled(if: Thumbnailer().isThere, "libvips-tools is not installed")) func aPictureComesInThreeSizes() async throws {
        try await World.run { world in
            let sent = try await Sent(SamplePicture.square, in: world)
            let small = try await sent.read("200", sent.provider)
            #expect(small.status == 200 && small.header("Content-Type") == "image/jpeg" && small.tag == "\"\(sent.file.id)-200\"")
            #expect(small.body.starts(with: [0xFF, 0xD8, 0xFF]) && small.body.ranges(of: Array("Exif".utf8)).isEmpty)
            var inspector = MediaInspector(try #require(FileType(firstBytes: Array(small.body.prefix(FileType.enough)))))
            inspector.take(small.body)
            inspector.finish()
            #expect([inspector.width, inspector.height] == [200, 200])
            // What is smaller already stays as large as it is.
            let large = try await sent.read("1000", sent.patient)
            #expect(large.status == 200 && large.header("Content-Type") == "image/jpeg" && large.tag == "\"\(sent.file.id)-1000\"")
            #expect(try await sent.read("full", sent.provider).body == SamplePicture.square)
            #expect(try await world.get(sent.file.download.url, nil).body == SamplePicture.square)
        }
    }

    @Test(.enabled(if: Thumbnailer().isThere, "libvips-tools is not installed")) func ofADamagedPictureNothingSmallerIsMade() async throws {
        try await World.run { world in
            let header = Samples.chunk("IHDR", Samples.joined(Samples.big(65_500, 4), Samples.big(65_500, 4), [8, 2, 0, 0, 0]))
            let huge = Samples.joined(Array(Samples.png.prefix(8)), header, Array(Samples.png.dropFirst(33)))
            for damaged in [Samples.jpeg, huge] {
                let sent = try await Sent(damaged, in: world)
                let refused = try await sent.read("200", sent.provider)
                #expect(refused.status == 404)
                #expect(try refused.problem.slug == "no-rendition")
                #expect(try await sent.kept == 0)
                #expect(try await sent.read("full", sent.provider).status == 200)
            }
        }
    }

    @Test func aSmallerPictureIsMadeOnceAndKeptSealed() async throws {
        try await Self.run { world, program in
            let sent = try await Sent(SamplePicture.square, in: world)
            let stored = try await world.count("SELECT sum(bytes)::bigint FROM attachment_storage")
            let small = try await sent.read("200", sent.provider)
            #expect(small.body == program.made(200))
            #expect(small.header("Content-Disposition") == "inline; filename*=UTF-8''foot.png.jpg")
            #expect(small.header("Cache-Control")?.contains("private, no-store") == true)
            #expect(try await sent.read("200", sent.patient).body == small.body)
            #expect(try await sent.read("1000", sent.patient).body == program.made(1000))
            #expect(try program.count == 2)
            #expect(try await sent.kept == 2)
            let clear = Array("at most".utf8)
            #expect(try await world.count("SELECT count(*) FROM attachment_renditions WHERE position(\(clear)::bytea IN data) > 0") == 0)
            // It costs its owner nothing.
            #expect(try await world.count("SELECT sum(bytes)::bigint FROM attachment_storage") == stored)
        }
    }

    /// What is kept is in nobody's quota, so that it is in proportion to what is.
    @Test func whatIsFarLargerThanItsOriginalIsShownAndNotKept() async throws {
        try await Self.run { world, program in
            let sent = try await Sent(SamplePicture.square, in: world)
            try program.swell()
            for member in [sent.provider, sent.patient] {
                let small = try await sent.read("200", member)
                #expect(small.status == 200 && small.body.starts(with: program.made(200)) && small.body.count > 200_000)
            }
            #expect(try program.count == 2)
            #expect(try await sent.kept == 0)
            // Nor is it shown when it was taken back while it was made.
            try program.hold()
            let asking = Task { try await sent.read("200", sent.provider) }
            while try program.count == 2 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await world.send(.DELETE, "/messages/\(sent.message)", sent.patient).status == 204)
            try program.letGo()
            #expect(try await asking.value.status == 404)
        }
    }

    @Test func partsOfItAreServedByItsOwnTag() async throws {
        try await Self.run { world, program in
            let sent = try await Sent(SamplePicture.square, in: world)
            let (whole, tag) = (program.made(200), "\"\(sent.file.id)-200\"")
            let part = try await sent.read("200", sent.provider, headers: ["Range": "bytes=3-6", "If-Range": tag])
            #expect(part.status == 206 && part.body == Array(whole[3...6]))
            #expect(part.header("Content-Range") == "bytes 3-6/\(whole.count)")
            // What is there of another size does not go on with this one.
            let other = try await sent.read("200", sent.provider, headers: ["Range": "bytes=3-6", "If-Range": "\"\(sent.file.id)\""])
            #expect(other.status == 200 && other.body == whole)
            #expect(try await sent.read("200", sent.provider, headers: ["Range": "bytes=900-"]).status == 416)
            #expect(try await sent.read("200", sent.provider, headers: ["If-None-Match": tag]).status == 304)
            let head = try await world.send(.HEAD, "\(sent.file.download.url)&size=200", nil, [])
            #expect(head.status == 200 && head.header("Content-Length") == String(whole.count) && head.tag == tag)
        }
    }

    @Test func whatIsNoSizeOrNoPictureIsRefused() async throws {
        try await Self.run { world, program in
            let patient = try await world.member(.patient)
            let picture = try await world.upload(SamplePicture.square, patient).attachment
            for size in ["300", "200;id", "200'%20x", "-1", ""] {
                let refused = try await world.get("\(picture.download.url)&size=\(size)", nil)
                #expect(refused.status == 400, "\(size)")
                #expect(try refused.problem.fieldNames == ["size"], "\(size)")
            }
            for other in [Samples.pdf("hello"), Samples.wav(milliseconds: 100), Samples.mp4(milliseconds: 100, bytes: 10, headerFirst: true)] {
                let file = try await world.upload(other, patient).attachment
                let refused = try await world.get("\(file.download.url)&size=200", nil)
                #expect(refused.status == 400)
                #expect(try refused.problem.fieldNames == ["size"])
                #expect(try await world.get("\(file.download.url)&size=full", nil).body == other)
            }
            #expect(try program.count == 0)
        }
    }

    @Test func aPictureWithoutAProgramForItIsServedWhole() async throws {
        try await World.run(thumbnailer: Thumbnailer(program: "/nowhere/vipsthumbnail")) { world in
            let sent = try await Sent(SamplePicture.square, in: world)
            let refused = try await sent.read("200", sent.provider)
            #expect(refused.status == 404)
            #expect(try refused.problem.slug == "no-rendition")
            #expect(try await sent.read("full", sent.provider).body == SamplePicture.square)
        }
    }

    /// Whoever may not have the picture has no smaller one either, though it is kept.
    @Test func aSmallerPictureIsForThoseWhoMayHaveTheWhole() async throws {
        try await Self.run { world, _ in
            let sent = try await Sent(SamplePicture.square, in: world)
            #expect(try await sent.read("200", sent.provider).status == 200)
            let stranger = try await world.member(.patient)
            #expect(try await world.get("/attachments/\(sent.file.id)", stranger).status == 404)
            #expect(try await world.get("/attachments/\(sent.file.id)/content?size=200", sent.provider).status == 403)
            let later = sent.file.download.url.replacing("expires=", with: "expires=9")
            #expect(try await world.get("\(later)&size=200", nil).status == 403)
            let other = try await world.upload(Samples.png, stranger).attachment
            let query = try #require(other.download.url.split(separator: "?").last)
            #expect(try await world.get("/attachments/\(sent.file.id)/content?\(query)&size=200", nil).status == 403)
            world.passTime(301)
            #expect(try await world.get("\(sent.file.download.url)&size=200", nil).status == 403)
        }
    }

    @Test(arguments: [false, true]) func itGoesWithItsMessageOrItsPerson(isErased: Bool) async throws {
        try await Self.run { world, _ in
            let sent = try await Sent(SamplePicture.square, in: world)
            #expect(try await sent.read("200", sent.provider).status == 200)
            if isErased {
                try await world.erase(sent.patient)
            } else {
                #expect(try await world.send(.DELETE, "/messages/\(sent.message)", sent.patient).status == 204)
            }
            let gone = try await world.get("\(sent.file.download.url)&size=200", nil)
            #expect(gone.status == 404)
            #expect(try gone.problem.slug == "not-found")
            #expect(try await sent.kept == 0)
        }
    }

    @Test func whatIsTakenBackWhileItIsMadeSmallerIsNotShown() async throws {
        try await Self.run { world, program in
            let sent = try await Sent(SamplePicture.square, in: world)
            try program.hold()
            let asking = Task { try await sent.read("200", sent.provider) }
            while try program.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await world.send(.DELETE, "/messages/\(sent.message)", sent.patient).status == 204)
            try program.letGo()
            #expect(try await asking.value.status == 404)
            #expect(try await sent.kept == 0)
        }
    }
}
