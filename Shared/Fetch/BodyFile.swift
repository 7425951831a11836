import CCurl
import Foundation

/// A body that is read from the disk as it goes.
final class BodyFile {
    private let descriptor: Int32
    let count: Int

    init(_ path: String) throws(FetchError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var found = stat()
        guard descriptor >= 0, fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 { close(descriptor) }
            throw .malformed("the file of the body")
        }
        count = Int(found.st_size)
    }

    deinit { close(descriptor) }

    /// The next bytes, in curl's terms.
    func give(_ bytes: UnsafeMutablePointer<CChar>?, most: Int) -> Int {
        let given = read(descriptor, bytes, most)
        return given < 0 ? Int(CURL_READFUNC_ABORT) : given
    }

    func seek(to offset: Int) -> Int32 { lseek(descriptor, offset, SEEK_SET) == offset ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL }
}
