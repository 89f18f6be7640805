import MoonwireValues

/// The workflow that builds and tests a package on GitHub.
struct ContinuousIntegration {
    /// The path in the manifest that leads to Moonwire; nil if it is a repository.
    let moonwire: String?
    /// The program with the commands of Moonwire; nil if there is none.
    let program: String?

    var file: StarterFile { StarterFile(".github/workflows/ci.yml", text) }

    private var text: String {
        let remark = moonwire.map { path in
            """

                  # Package.swift depends on Moonwire by the path \(path.inOneLine): clone it there in a step here,
                  # or depend on the URL of its repository.
            """
        }
        let check = program.map { name in
            """

                  - run: swift package --allow-writing-to-package-directory generate-exposures --check
                  - run: swift run \(name) check
            """
        }
        return """
            name: CI
            on: [push, pull_request]
            jobs:
              test:
                runs-on: ubuntu-latest
                container: swift:6.3
                steps:
                  - uses: actions/checkout@v4\(remark ?? "")
                  - run: apt-get update && apt-get install --yes liblua5.4-dev pkg-config
                  - run: swift build --build-tests\(check ?? "")
                  - run: swift test

            """
    }
}
