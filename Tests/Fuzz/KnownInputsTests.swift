import Foundation
import Testing

/// Every fuzzer once with each input in the repository, without libFuzzer and its instruments: what was once found stays mended, also where
/// there is no time to fuzz. What does not hold ends the process, as it does there; the log's last test has begun and not ended.
@Suite struct KnownInputsTests {
    @Test(arguments: FuzzTarget.all.map(\.name)) func holds(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try Self.files("regressions/\(name)") + Self.files("corpus/\(name)")
        #expect(!inputs.isEmpty, "no input in the repository")
        for file in inputs { target.run(Array(try Data(contentsOf: file).prefix(target.longest))) }
    }

    /// The inputs have folders of fuzzers that there are (`heads` is no libFuzzer's: `Tests/Fuzz/run`).
    @Test func noFolderIsLeftOver() throws {
        let known = Set(FuzzTarget.all.map(\.name) + ["heads"])
        for folder in ["regressions", "corpus", "dictionaries"] {
            for file in try Self.files(folder) { #expect(known.contains(file.lastPathComponent), "\(folder)/\(file.lastPathComponent) is of no fuzzer") }
        }
    }

    /// None where there is no such folder.
    private static func files(_ folder: String) throws -> [URL] {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(folder)
        guard FileManager.default.fileExists(atPath: place.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil).sorted { $0.path < $1.path }
    }
}
