/// Which Careline this is.
enum Release {
    static let version = "2.1.0"
}
