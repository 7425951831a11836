import CareModels
import Foundation
import HTTP
import Telemetry

/// Makes pictures smaller, in a child process that has little of everything: memory, processor's time, processes, threads and open files are limited, it writes no
/// file, nothing that it starts may more than itself, and it is ended when it takes too long. A picture goes in and comes out through pipes, so that it lies nowhere in
/// the clear. What it reads is chosen by a stranger: it is libvips that reads it, out of Debian, with those of its readers left out that nobody vouches for.
package final class Thumbnailer: Sendable {
    /// Of what it makes.
    package static let contentType = "image/jpeg"
    private static let made = Counter.labelled("care_renditions_total", "pictures made smaller: made, failed", by: "outcome")

    struct Failed: Error {}

    /// Of these smaller ones are made, by what their first bytes say.
    private static let types: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/tiff", "image/heic", "image/avif"]
    /// Bytes of a picture that was made smaller.
    private static let most = 4 << 20
    /// A smaller picture is kept up to so many times its original's bytes.
    private static let growth = 2
    private static let deadline: Duration = .seconds(20)
    /// KiB of address space; seconds of the processor; no file; few open ones.
    private static let limits = "ulimit -v 524288 && ulimit -t 15 && ulimit -f 0 && ulimit -n 32 && ulimit -c 0"
    /// Processes and threads: the kernel counts those of the user wherever they are, this service's too and those of other containers, so there may be a few more than
    /// there are on the whole machine, or what is allowed already if that is less. It does not hold root to it.
    private static let processes = "read -r a b c tasks d </proc/loadavg && { prlimit --pid $$ --nproc=$((${tasks#*/} + 64)) 2>/dev/null || :; }"
    /// Behind whatever else the machine has to do; no program that runs as somebody else, or may more, whatever the file says.
    private static let privileges = "nice -n 19 setpriv --no-new-privs"
    /// Of util-linux, which Debian is never without.
    private static let tools = ["/usr/bin/prlimit", "/usr/bin/setpriv"]

    private let program: String
    private let turns: Turns<String>
    /// Of each person's pictures, before those of all: nobody's keep the others waiting for more than one of them.
    private let persons = Turns<UserID>(atOnce: 1, waiting: 8, patience: .seconds(15))
    /// Seconds that were spent on each person's pictures: those of which nothing can be made may be asked for again and again, and take longest.
    private let seconds: RateLimiter

    /// - Parameters:
    ///   - atOnce: so many at a time; a few more wait.
    ///   - seconds: of a person's pictures.
    package init(program: String = "/usr/bin/vipsthumbnail", atOnce: Int = 1, seconds: RateLimiter = RateLimiter(burst: 60, every: .seconds(5))) {
        self.seconds = seconds
        for outcome in ["made", "failed"] { Self.made(outcome).add(0) }
        self.program = program
        turns = Turns(atOnce: atOnce, waiting: 16, patience: .seconds(15))
        // A child that ends early must not end the service that writes to it.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether a smaller picture of a file of so many bytes is worth its place. Flat colours compress far better as they are than as a JPEG: what is kept, and in
    /// nobody's quota, is never more than a few times what the original was charged for. What is not kept is made anew, of the time that the person's pictures have.
    package static func keeps(_ rendition: [UInt8], ofSize original: Int) -> Bool { rendition.count <= growth * original }

    package var isThere: Bool { ([program] + Self.tools).allSatisfy { FileManager.default.isExecutableFile(atPath: $0) } }

    /// A JPEG, at most so many pixels wide and high, upright, without metadata: kept since it was first asked for, unless it is too large (`keeps`). Of several who ask
    /// for it at once the first has it made, the others find it. Throws `NoRendition`.
    package func rendition(_ pixels: Int, of picture: some StoredPicture) async throws -> [UInt8] {
        guard let type = try await picture.type, Self.types.contains(type) else { throw NoRendition.noPicture }
        if let kept = try await picture.rendition(pixels) { return kept }
        guard isThere else { throw NoRendition.noProgram }
        return try await persons.take(picture.person) {
            if let kept = try await picture.rendition(pixels) { return kept }
            let person = picture.person.description
            try seconds.check(person, count: 0)
            do {
                let made = try await make(pixels, of: person) { write in try await picture.read(write) }
                try await picture.keep(made, pixels)
                return made
            } catch is Failed {
                throw NoRendition.notMakeable
            }
        }
    }

    /// `feed` writes the picture. Throws `Failed` when nothing can be made of it.
    func make(
        _ pixels: Int, of person: String? = nil, _ feed: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void
    ) async throws -> [UInt8] {
        try await turns.take("picture") {
            let began = ContinuousClock.now
            defer { if let person { seconds.charge(person, (ContinuousClock.now - began).seconds) } }
            do {
                let picture = try await run(pixels, feed)
                Self.made("made").add()
                return picture
            } catch let error as Failed {
                Self.made("failed").add()
                throw error
            }
        }
    }

    private func run(_ pixels: Int, _ feed: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void) async throws -> [UInt8] {
        let child = try ChildProcess(
            "\(Self.limits) && \(Self.processes) && exec \(Self.privileges) \(program) stdin --size '\(pixels)x\(pixels)>' --output '.jpg[Q=82,strip,background=255]'",
            // Without its vector code, which it would make in a file.
            environment: ["VIPS_CONCURRENCY": "1", "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_NOVECTOR": "1", "PATH": "/usr/bin:/bin"])
        let timer = Task {
            try await Task.sleep(for: Self.deadline)
            child.end()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            async let output = child.output(most: Self.most)
            do {
                try await feed { try await child.write($0) }
            } catch is ChildProcess.Ended {
                // It may have seen enough of the picture.
            } catch {
                child.end()
                _ = await output
                throw error
            }
            await child.closeInput()
            guard let picture = await output, !picture.isEmpty, await child.isSuccess else { throw Failed() }
            return picture
        } onCancel: {
            child.end()
        }
    }
}
