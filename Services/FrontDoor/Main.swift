import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run(stateless: "front-door", app: serviceApp)
    }
}
