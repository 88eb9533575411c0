// The linter of the scripts: the rules recommended, and those below. What the scripts look like is prettier's affair.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "dist/"] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    rules: {
      "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "prefer-const": ["error", { destructuring: "all" }],
      "no-implicit-globals": "error",
      "max-lines": ["error", 300],
    },
  },
  {
    files: ["kernviz/ui/assets/*.js", "kernviz/site/assets/*.js", "benchmarks/*.js"],
    languageOptions: {
      // kernviz/ui/asset_routes.py puts values in the place of the two names
      globals: { ...globals.browser, __LANGUAGES__: "readonly", __PALETTE__: "readonly", __SYMBOLS__: "readonly" },
    },
  },
  { files: ["tests/js/*.js", "*.js"], languageOptions: { globals: globals.node } },
];
