import ArgumentParser
import CareService
import Foundation

/// `careline up`: the whole platform on this machine, in the foreground.
struct Up: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the whole platform on this machine until Ctrl-C.",
        discussion: """
            Starts a private PostgreSQL, the broker, every service and the gateway, each watched and started again when it dies, with \
            their data, secrets and logs under the state directory. The broker is embedded and keeps nothing on disk; KAFKA_HOME takes \
            that Kafka distribution instead, CARE_KAFKA_BOOTSTRAP a cluster that runs already; databases that run already are \
            taken where the environment names all of them (CARE_AUTH_DATABASE_URL and so on, or …_FILE). CARE_TLS_CERT (a PEM file with \
            certificate and key) adds TLS. Each service is given those CARE_… variables that it reads: docs/operators.md lists them.
            """)

    @OptionGroup var place: PlaceOptions

    @Flag(inversion: .prefixedNo, help: "Make the demo accounts, the provider's hours and an OAuth client when they are missing.")
    var demo = true

    @Flag(inversion: .prefixedNo, help: "Limit requests by address at the gateway.")
    var rateLimits = true

    @Option(help: "A file to write when everything runs: addresses, process ids, places, as JSON. Removed at the end.")
    var readyFile: String?

    func run() async throws {
        let layout = try place.layout()
        do { try layout.createDirectories() } catch {
            throw Failure("\(layout.state) cannot be made: \(error.localizedDescription)\nGive another with --state, or make it writable for this user.")
        }
        let own = UpLock.Holder(pid: getpid(), gatewayPort: layout.gatewayPort, replicas: layout.replicas)
        guard let lock = try UpLock(layout.lock, holder: own) else {
            let pid = UpLock.holder(layout.lock).map { "\($0.pid)" } ?? "?"
            throw Failure(
                "a platform already runs from \(layout.state) (process \(pid)).\nStop it (Ctrl-C where it runs, or: kill \(pid)), or start this one with another --state and --port."
            )
        }
        let (signals, stream) = Signals.stream([SIGINT, SIGTERM, SIGHUP])
        let options = Platform.Options(demo: demo, rateLimits: rateLimits, readyFile: readyFile)
        let platform = Platform(layout: layout, options: options, environment: ProcessInfo.processInfo.environment)
        let failure = await serve(platform, until: stream)
        withExtendedLifetime((lock, signals)) {}
        if let failure { throw Failure(failure) }
    }

    /// nil when it was asked to stop, else what went wrong. Everything is stopped when this returns.
    private func serve(_ platform: Platform, until signals: AsyncStream<Int32>) async -> String? {
        Terminal.heading("careline: starting; data, secrets and logs are in \(platform.layout.state)")
        let clock = ContinuousClock()
        let began = clock.now
        let failure = await withTaskGroup(of: String?.self) { group in
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            group.addTask {
                do {
                    let summary = try await platform.start()
                    Terminal.heading(
                        "\n\(summary.text)\n\ncareline: everything runs, \(Terminal.seconds(clock.now - began)) after the start. Ctrl-C stops it; data stays.")
                    for await text in platform.crew.failures { return text }
                    return nil
                } catch is CancellationError {
                    return nil
                } catch {
                    return "\(error)"
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        // A second Ctrl-C does not wait.
        let impatience = Task {
            for await _ in signals {
                Terminal.warn("killing everything")
                await platform.crew.kill()
            }
        }
        let asked = clock.now
        Terminal.say("stopping (a second Ctrl-C kills) …")
        await platform.stop()
        impatience.cancel()
        Terminal.say("stopped in \(Terminal.seconds(clock.now - asked))")
        return failure
    }
}

/// Ends the command with status 1 and this text.
struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}
