import Foundation

/// Everything that a start needs, looked at before anything is started, so that all faults are said at once.
struct Preflight {
    var layout: Layout
    var broker: BrokerChoice
    var environment: [String: String]

    func checks() -> [Check] {
        // One sum of all takes the compiler nine seconds.
        var checks = executables()
        checks += [postgres(), gateway(), setpriv()]
        checks += certificate()
        checks += brokerChecks()
        checks += [stateDirectory(), disk()]
        checks += ports()
        return checks
    }

    private func executables() -> [Check] {
        PlatformProgram.all.map { program in
            guard FileManager.default.isExecutableFile(atPath: program.path) else {
                return .fault(program.executable, "there is no \(program.path)", mend: "make build")
            }
            return .fine(program.executable, program.path)
        }
    }

    private func postgres() -> Check {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let usable = versions.compactMap { Int($0) }.filter { $0 >= 15 && FileManager.default.isExecutableFile(atPath: "/usr/lib/postgresql/\($0)/bin/initdb") }
        guard let newest = usable.max() else {
            return .fault("PostgreSQL", "15 or newer is not installed", mend: "make setup (installs Debian's postgresql; the system's own server is left alone)")
        }
        return .fine("PostgreSQL", "\(newest)")
    }

    private func gateway() -> Check {
        guard let path = Tool.haproxy else { return .fault("HAProxy", "it is not installed", mend: "make setup (installs Debian's haproxy)") }
        return .fine("HAProxy", path)
    }

    private func certificate() -> [Check] {
        guard let path = environment["CARE_TLS_CERT"] else { return [] }
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard text.contains("BEGIN CERTIFICATE"), text.contains("PRIVATE KEY") else {
            return [
                .fault(
                    "CARE_TLS_CERT", "\(path) holds no certificate and private key in PEM", mend: "cat chain.pem key.pem > both.pem, and name that file (its whole path)")
            ]
        }
        return [.fine("CARE_TLS_CERT", path)]
    }

    private func setpriv() -> Check {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else {
            return .fault("setpriv", "there is no /usr/bin/setpriv", mend: "apt-get install util-linux")
        }
        return .fine("setpriv", "/usr/bin/setpriv")
    }

    private func brokerChecks() -> [Check] {
        switch broker {
        case .embedded:
            return [.fine("broker", "embedded, on port \(layout.brokerPort); keeps nothing on disk")]
        case .running(let bootstrap):
            return [.fine("broker", "the running cluster at \(bootstrap)")]
        case .kafka(let home):
            guard FileManager.default.isExecutableFile(atPath: home + "/bin/kafka-server-start.sh") else {
                return [
                    .fault(
                        "KAFKA_HOME", "there is no \(home)/bin/kafka-server-start.sh",
                        mend: "set KAFKA_HOME to an unpacked Apache Kafka, or unset it for the embedded broker")
                ]
            }
            let java = environment["JAVA_HOME"].map { $0 + "/bin/java" } ?? Tool.find("java")
            guard let java, FileManager.default.isExecutableFile(atPath: java) else {
                return [.fault("Java", "Kafka needs Java 17 or newer, and there is none", mend: "KAFKA_HOME=\(home) make setup")]
            }
            return [.fine("broker", "Kafka from \(home), with \(java)")]
        }
    }

    private func stateDirectory() -> Check {
        do { try layout.createDirectories() } catch {
            return .fault(
                "state directory", "\(layout.state) cannot be made: \(error.localizedDescription)", mend: "give another with --state, or make it writable for this user")
        }
        guard access(layout.state, W_OK) == 0 else {
            return .fault("state directory", "\(layout.state) is not writable for this user", mend: "start as the user who made it, or give another with --state")
        }
        return .fine("state directory", layout.state)
    }

    private func disk() -> Check {
        let least = 500
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: layout.state)
        let free = ((attributes?[.systemFreeSize] as? Int) ?? Int.max) / 1_000_000
        guard free >= least else {
            return .fault(
                "disk", "\(free) MB are free at \(layout.state), \(least) MB are needed", mend: "make room; what is large: du -xh \(layout.state) | sort -h | tail")
        }
        return .fine("disk", "\(free / 1000) GB free")
    }

    private func ports() -> [Check] {
        var wanted = layout.ports(broker: broker)
        if environment["CARE_TLS_CERT"] != nil, let port = Int(environment["CARE_TLS_PORT"] ?? "8443") {
            wanted.append(("the gateway's TLS (CARE_TLS_PORT)", layout.host, port))
        }
        return wanted.map { name, host, port in
            let subject = "port \(port), for \(name)"
            if Sockets.isFree(host: host, port: port) { return .fine(subject, "free") }
            let holder = Sockets.holder(of: port).map { " by \($0)" } ?? ""
            let other = layout.gatewayPort + 1000
            return .fault(subject, "it is in use\(holder)", mend: "end that, or take other ports: make up ARGS='--port \(other)'")
        }
    }
}

/// Programs of the system.
enum Tool {
    static var haproxy: String? { find("haproxy") }

    /// On PATH, or where Debian keeps what administrators run.
    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin", "/usr/local/sbin"]
        return directories.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
