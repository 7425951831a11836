import CareModels
import HTTP
import ServiceTestKit
import Synchronization
import Testing

@testable import CareService

@Suite(.timeLimit(.minutes(1))) struct RenditionTests {
    private final class Picture: StoredPicture {
        let person = UserID(.v7())
        let type: String?
        private let state = Mutex((kept: [Int: [UInt8]](), asked: 0))

        init(_ type: String? = "image/png") { self.type = type }

        var asked: Int { state.withLock { $0.asked } }
        var kept: [Int: [UInt8]] { state.withLock { $0.kept } }

        func rendition(_ pixels: Int) async throws -> [UInt8]? {
            state.withLock { state in
                state.asked += 1
                return state.kept[pixels]
            }
        }

        func keep(_ rendition: [UInt8], _ pixels: Int) async throws { state.withLock { $0.kept[pixels] = rendition } }
        func read(_ write: ([UInt8]) async throws -> Void) async throws { try await write(SamplePicture.square) }
    }

    /// As when a message with a picture reaches all who take part at the same time.
    @Test func ofSeveralWhoAskForItAtOnceOneHasItMade() async throws {
        try await PictureProgram.run { program in
            let (thumbnailer, picture) = (program.thumbnailer, Picture())
            try program.hold()
            let answers = Task { try await together(5) { _ in try await thumbnailer.rendition(200, of: picture) } }
            // Each has looked for it once; the first is having it made, and has looked again before.
            while picture.asked < 6 { try await Task.sleep(for: .milliseconds(5)) }
            try program.letGo()
            #expect(try await answers.value == Array(repeating: program.made(200), count: 5))
            #expect(try program.count == 1)
            #expect(try await thumbnailer.rendition(1000, of: picture) == program.made(1000))
            #expect(picture.kept.keys.sorted() == [200, 1000])
        }
    }

    /// What cannot be made smaller may be asked for again and again, and takes longest of all.
    @Test func whosePicturesHaveTakenLongWaits() async throws {
        try await PictureProgram.run { program in
            let thumbnailer = program.sparing(RateLimiter(burst: 0, every: .seconds(86_400)))
            let (picture, another) = (Picture(), Picture())
            #expect(try await thumbnailer.rendition(200, of: picture) == program.made(200))
            do {
                _ = try await thumbnailer.rendition(1000, of: picture)
                Issue.record("it is made")
            } catch let problem as Problem {
                #expect(problem.status == .tooManyRequests && problem.headers.contains(name: "Retry-After"))
            }
            // What there is goes on, and so does everybody else.
            #expect(try await thumbnailer.rendition(200, of: picture) == program.made(200))
            #expect(try await thumbnailer.rendition(1000, of: another) == program.made(1000))
        }
        let thumbnailer = Thumbnailer(program: "/bin/false", seconds: RateLimiter(burst: 0, every: .seconds(86_400)))
        let picture = Picture()
        await #expect(throws: NoRendition.notMakeable) { try await thumbnailer.rendition(200, of: picture) }
        await #expect(throws: Problem.self) { try await thumbnailer.rendition(200, of: picture) }
    }

    @Test func whatIsNoPictureThatCanBeReadHasNone() async throws {
        try await PictureProgram.run { program in
            for type in ["application/pdf", "image/svg+xml", "video/mp4", nil] {
                await #expect(throws: NoRendition.noPicture) { try await program.thumbnailer.rendition(200, of: Picture(type)) }
            }
            let made = try program.count
            #expect(made == 0)
        }
    }

    @Test func aPictureWithoutAProgramIsAnsweredByWhatIsKept() async throws {
        let (thumbnailer, picture) = (Thumbnailer(program: "/nowhere/vipsthumbnail"), Picture())
        await #expect(throws: NoRendition.noProgram) { try await thumbnailer.rendition(200, of: picture) }
        try await picture.keep([1], 200)
        #expect(try await thumbnailer.rendition(200, of: picture) == [1])
        // What a program fails at is not kept.
        await #expect(throws: NoRendition.notMakeable) { try await Thumbnailer(program: "/bin/false").rendition(1000, of: picture) }
        #expect(picture.kept == [200: [1]])
    }

    @Test func whatIsKeptIsInProportion() {
        for (made, original, isKept) in [(200, 100, true), (201, 100, false), (1, 0, false), (600_000, 35_000, false)] {
            #expect(Thumbnailer.keeps([UInt8](repeating: 0, count: made), ofSize: original) == isKept, "\(made) \(original)")
        }
    }

    /// A part of one size is never put behind a part of another.
    @Test func eachSizeHasATagOfItsOwn() {
        let answers = [200, 1000].map { FileAnswer.rendition($0, [1, 2, 3], of: "a", name: "scan.jpg") }
        #expect(answers.map(\.tag) == ["\"a-200\"", "\"a-1000\""])
        #expect(answers.allSatisfy { $0.size == 3 && $0.contentType == "image/jpeg" && $0.isInline && $0.name == "scan.jpg" })
    }
}
