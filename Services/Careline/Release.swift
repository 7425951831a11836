/// Which Careline this is.
enum Release {
    static let version = "1.0.0"
}
