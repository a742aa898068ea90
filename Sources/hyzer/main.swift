import HyzerCLI

print("hyzer")
