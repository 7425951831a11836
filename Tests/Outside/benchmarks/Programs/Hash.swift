import ArgumentParser
import CArgon2

/// libargon2 itself on one thread, at the parameters of Auth's passwords: hashes a second.
struct Hash: ParsableCommand {
    @Option var seconds = 5

    func run() {
        let password = [UInt8]("a password of ordinary length".utf8), salt = [UInt8](repeating: 7, count: 16)
        var output = [UInt8](repeating: 0, count: 32)
        let began = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - began < .seconds(seconds) {
            argon2id_hash_raw(2, 19456, 1, password, password.count, salt, salt.count, &output, output.count)
            count += 1
        }
        report("rate", Double(count) / ((ContinuousClock.now - began) / .seconds(1)))
    }
}
