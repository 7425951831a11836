/// Which Careline this is.
enum Release {
    static let version = "2.0.0"
}
