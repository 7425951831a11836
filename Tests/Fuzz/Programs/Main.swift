import CFuzzer
import Foundation

/// One fuzzer of a list, driven by libFuzzer: `CARE_FUZZ_TARGET=range care-fuzz [libFuzzer's options] [corpus…]`. The name comes by the
/// environment, since libFuzzer starts itself again with its own arguments when it merges. `care-fuzz --list` names them all.
@main
enum Main {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--list" {
            for target in FuzzTarget.all { print(target.name, target.longest) }
            return
        }
        let name = ProcessInfo.processInfo.environment["CARE_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            FileHandle.standardError.write(Data("care-fuzz: CARE_FUZZ_TARGET names no fuzzer: '\(name)'; see --list\n".utf8))
            exit(2)
        }
        chosen = target
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { data, size in
                Main.chosen?.run(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }

    /// Set before the first input, and never again; libFuzzer calls back without a word of our own.
    nonisolated(unsafe) private static var chosen: FuzzTarget?
}
